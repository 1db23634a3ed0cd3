import type { Readable } from 'node:stream';
import { VmgenError } from '../errors/vmgen-error.js';

/** With so many bytes that wait for the reader, the stream is stopped. */
const WAITING_BYTES = 2 ** 16;

/**
 * The chunks of a stream as they come; whoever leaves them ends it. Node's own iterator would join
 * those that wait, which copies nearly all of a busy watch into fresh memory.
 *
 * A stream that fails, or closes before its end, fails the reading at once; what waited is lost.
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

/** What has come of a stream and was not taken yet. */
class Inbox {
  readonly #stream: Readable;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** How the stream has ended: with an error, or without one. */
  #ending: { readonly error?: unknown } | undefined;
  /** Called when something has come for whoever waits. */
  #wake: (() => void) | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on('error', (error) => this.#fail(error));
    stream.once('end', () => this.#end({}));
    // It may have broken before anybody read it: a stream says so once.
    if (stream.closed) this.#close();
    else stream.once('close', () => this.#close());
    stream.on('data', (chunk: Uint8Array) => this.#put(chunk));
  }

  /** The chunk that has waited longest; undefined where none does. Throws the stream's error. */
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
    const message = 'the answer ended before it was complete';
    this.#fail(errored ?? new VmgenError('ERR_VMGEN_CONNECTION', message));
  }

  #fail(error: unknown): void {
    this.#end({ error });
  }

  /** Only the first end counts. */
  #end(ending: { readonly error?: unknown }): void {
    this.#ending ??= ending;
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
