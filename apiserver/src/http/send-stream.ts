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
  const batch = new Batch(response);
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      batch.add(chunk);
      if (!response.writableNeedDrain) continue;
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
  } finally {
    batch.flush();
  }
  if (!response.destroyed) response.end();
}

/** A full TLS record. What is larger is written at once, so that a slow reader is noticed. */
const BATCH_BYTES = 16 * 1024;

/** Joins the chunks of one turn of the event loop: each write is a TLS record and a system call. */
class Batch {
  readonly #target: Writable;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #scheduled: NodeJS.Immediate | undefined;

  constructor(target: Writable) {
    this.#target = target;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= BATCH_BYTES) this.flush();
    else this.#scheduled ??= setImmediate(this.flush);
  }

  readonly flush = (): void => {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const [first] = this.#chunks;
    if (first === undefined) return;
    const whole = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#bytes = 0;
    if (!this.#target.destroyed) this.#target.write(whole);
  };
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
