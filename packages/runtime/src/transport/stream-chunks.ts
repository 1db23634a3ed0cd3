import type { Readable } from 'node:stream';
import { VmgenError } from '../errors/vmgen-error.js';

/** The stream is paused when this number of bytes is waiting for the reader. */
const WAITING_BYTES = 2 ** 16;

/**
 * Yields the chunks of a stream as they arrive. Leaving the loop destroys the stream. Node's
 * iterator would join waiting chunks, which copies most data of a busy watch.
 *
 * If the stream fails or closes before its end, reading throws immediately, and waiting chunks are
 * dropped.
 */
export async function* streamChunks(stream: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  const inbox = new Inbox(stream);
  try {
    for (;;) {
      const chunk = inbox.take() ?? (await inbox.next());
      if (chunk === undefined) return;
      yield chunk;
    }
  } finally {
    stream.destroy();
  }
}

/** The received chunks of a stream that were not read yet. */
class Inbox {
  readonly #stream: Readable;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** The end of the stream, with or without an error. */
  #ending: { readonly error?: unknown } | undefined;
  /** Wakes the waiting reader. */
  #wake: (() => void) | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on('error', (error) => this.#fail(error));
    stream.once('end', () => this.#end({}));
    // The stream may have failed before it was read, and emits `close` only once.
    if (stream.closed) this.#close();
    else stream.once('close', () => this.#close());
    stream.on('data', (chunk: Uint8Array) => this.#put(chunk));
  }

  /**
   * Returns the oldest waiting chunk, or undefined if none is waiting. Throws the error of the
   * stream.
   */
  take(): Uint8Array | undefined {
    if (this.#ending !== undefined && 'error' in this.#ending) throw this.#ending.error;
    const chunk = this.#chunks.shift();
    if (chunk === undefined) return undefined;
    this.#bytes -= chunk.length;
    if (this.#chunks.length === 0 && this.#stream.isPaused()) this.#stream.resume();
    return chunk;
  }

  /** Waits for the next chunk; undefined at the end. Rejects with the stream's error. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#ending === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.take();
  }

  #put(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#wake !== undefined) this.#wakeUp();
    else if (this.#bytes >= WAITING_BYTES) this.#stream.pause();
  }

  #close(): void {
    const { errored, readableEnded } = this.#stream;
    if (readableEnded) return this.#end({});
    const message = 'the response ended before it was complete';
    this.#fail(errored ?? new VmgenError('ERR_VMGEN_CONNECTION', message));
  }

  #fail(error: unknown): void {
    this.#end({ error });
  }

  /** Only the first call has an effect. */
  #end(ending: { readonly error?: unknown }): void {
    this.#ending ??= ending;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
