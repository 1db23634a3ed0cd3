import type { Clock } from '../async/clock.js';
import type { WatchOptions } from '../client/options.js';
import type { WatchEvent } from '../client/resource-client.js';
import { watchBatches } from '../client/watch-batches.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import type { ReflectorMeter } from './reflector-meter.js';
import { WatchSignal, type EndedBy } from './watch-signal.js';

/** A server ends a watch at its timeout; one that is still open so much later has lost its server. */
const OVERDUE_MS = 15_000;

/** One watch, from its request to its end. */
export interface WatchRun<T extends KubernetesObject, S extends ResourceScope> {
  readonly client: Pick<ListWatchClient<T, S>, 'watch'>;
  readonly clock: Clock;
  readonly meter: ReflectorMeter | undefined;
  /** What is asked for. */
  readonly options: Omit<WatchOptions, 'signal'> & { readonly timeoutSeconds: number };
  /** How long the watch may say nothing. */
  readonly silenceMs: number;
  /** How long the state that it begins with may take; left out where it begins with none. */
  readonly stateMs?: number;
  readonly signal: AbortSignal;
  /** Takes each event; what it throws ends the watch. */
  readonly onEvent: (event: WatchEvent<T, S>, watch: WatchSignal) => void;
}

/** How a watch has ended. */
export interface WatchEnd {
  readonly by: 'server' | 'failure' | EndedBy;
  /** Set where it has failed. */
  readonly error?: unknown;
  readonly durationMs: number;
  /** How many events there were. */
  readonly events: number;
}

/** Watches until the server, a failure or the signal of the watch ends it; never rejects. */
export async function runWatch<T extends KubernetesObject, S extends ResourceScope>(
  run: WatchRun<T, S>,
): Promise<WatchEnd> {
  const { client, clock, meter, options, silenceMs, stateMs, signal: parent, onEvent } = run;
  const overdueMs = options.timeoutSeconds * 1000 + OVERDUE_MS;
  const watch = new WatchSignal({ clock, parent, overdueMs, silenceMs, stateMs });
  const startMs = clock.nowMs();
  const endWatch = meter?.watching();
  let events = 0;
  const ended = (by: WatchEnd['by']): WatchEnd => ({
    by,
    durationMs: clock.nowMs() - startMs,
    events,
  });
  try {
    for await (const batch of watchBatches(client, { ...options, signal: watch.signal })) {
      watch.heard();
      events += batch.length;
      for (const event of batch) {
        if (watch.signal.aborted) break;
        onEvent(event, watch);
      }
      if (watch.signal.aborted) break;
    }
  } catch (error) {
    if (watch.endedBy === undefined) return { ...ended('failure'), error };
  } finally {
    watch.end();
    endWatch?.(events);
  }
  return ended(watch.endedBy ?? 'server');
}
