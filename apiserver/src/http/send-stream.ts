import type { Writable } from 'node:stream';
import type { HttpLimits } from './http-limits.js';
import type { MemoryBudget } from '../storage/memory-budget.js';

/** What the reader of a stream may hold, and for how long. */
export interface StreamLimits extends Pick<HttpLimits, 'clock' | 'readMs'> {
  readonly memory: MemoryBudget;
}

/**
 * Sends the chunks of a stream as fast as the client reads. A client that does not read what was
 * sent in time, or while all such clients together hold too much, loses its connection, as slow
 * watchers of kube-apiserver do.
 */
export async function sendStream(
  response: Writable,
  chunks: AsyncIterable<Uint8Array>,
  { memory, clock, readMs }: StreamLimits,
): Promise<void> {
  for await (const chunk of chunks) {
    if (response.destroyed) return;
    if (response.write(chunk)) continue;
    const unread = response.writableLength;
    if (!memory.reserve(unread)) {
      response.destroy();
      return;
    }
    const timer = clock.setTimer(readMs, () => response.destroy());
    await drained(response);
    timer.cancel();
    memory.release(unread);
  }
  if (!response.destroyed) response.end();
}

/** Resolves when the client has read what was sent, or is gone. */
function drained(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}
