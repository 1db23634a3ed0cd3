import { getHeapStatistics } from 'node:v8';
import type { Clock, Logger } from '@vmgen/runtime';
import { pause } from '@vmgen/runtime/async';

const SAMPLE_MS = 10_000;
/** The share of the limit above which V8 collects garbage most of the time, and soon ends the process. */
const NEARLY_FULL = 0.9;
/** The number of consecutive samples, because a single one may contain much garbage. */
const SAMPLES = 3;
const MIB = 2 ** 20;

interface HeapOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Returns the used size and the limit of the heap. Defaults to those of this process. */
  readonly read?: () => { readonly used_heap_size: number; readonly heap_size_limit: number };
}

/**
 * Logs a warning when the heap remains nearly full: V8 ends a process that exceeds the limit at once,
 * with a text that is not a line of the log. Ends when the signal aborts.
 */
export async function watchHeap(options: HeapOptions): Promise<void> {
  const { clock, logger, signal, read = getHeapStatistics } = options;
  for (let full = 0; ;) {
    await pause(clock, SAMPLE_MS, signal);
    if (signal.aborted) return;
    const { used_heap_size: used, heap_size_limit: limit } = read();
    full = used > limit * NEARLY_FULL ? full + 1 : 0;
    if (full !== SAMPLES) continue;
    logger.warn(
      'the heap is nearly full, and V8 ends the process at the limit; cache less (the metric ' +
        'informer_bytes shows what), or raise --max-old-space-size and the memory limit of the container',
      { usedMiB: Math.round(used / MIB), limitMiB: Math.round(limit / MIB) },
    );
  }
}
