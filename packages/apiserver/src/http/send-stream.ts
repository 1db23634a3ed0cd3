import type { Writable } from 'node:stream';
import type { HttpLimits } from './http-limits.js';
import type { MemoryBudget } from '../storage/memory-budget.js';

/** How much memory the reader of a stream may retain, and for how long. */
export interface StreamLimits extends Pick<HttpLimits, 'clock' | 'readMs'> {
  readonly memory: MemoryBudget;
}

/**
 * Sends the chunks of a stream as fast as the client reads. The connection is closed if the client
 * does not read in time, or if all slow clients together exceed the memory limit, as kube-apiserver
 * does with slow watchers.
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
    let isRead = false;
    // After the event loop was blocked, timers run before the client's progress is known.
    const timer = clock.setTimer(readMs, () =>
      setImmediate(() => {
        if (!isRead) response.destroy();
      }),
    );
    await drained(response);
    isRead = true;
    timer.cancel();
    memory.release(unread);
  }
  if (!response.destroyed) response.end();
}

/** Resolves when the client has read what was sent, or has disconnected. */
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
