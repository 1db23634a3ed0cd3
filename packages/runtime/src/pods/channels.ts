import type { Readable, Writable } from 'node:stream';
import type { WebSocketConnection } from './web-socket.js';

/** Closes a channel. Supported by `v5.channel.k8s.io` and later. */
const CLOSE_CHANNEL = 255;
/** As in kubectl. Some servers reject much longer messages. */
const MAX_CHUNK_BYTES = 32 * 1024;

/** Receives the events of a connection that are not data of its streams. */
interface ChannelsListener {
  /** Called with a message on a channel that is not a stream. */
  onMessage(channel: number, payload: Buffer): void;
  /** Called when the connection and its streams have ended, with an error if it failed. */
  onEnd(error?: Error): void;
}

/**
 * The streams that share one WebSocket (channel.k8s.io). Each message starts with the number of its
 * channel. When the buffer of a stream that is not read is full, the server waits with all of them.
 */
export class Channels {
  readonly #connection: WebSocketConnection;
  readonly #readables = new Map<number, Readable>();
  readonly #writables = new Set<Writable>();
  /** The streams whose buffers are full. */
  readonly #full = new Set<Readable>();

  constructor(connection: WebSocketConnection) {
    this.#connection = connection;
  }

  /** Starts reading. All streams must be created before. */
  listen(listener: ChannelsListener): void {
    this.#connection.listen({
      onMessage: (payload) => {
        const [channel] = payload;
        if (channel === undefined) return;
        const readable = this.#readables.get(channel);
        if (readable === undefined) listener.onMessage(channel, payload.subarray(1));
        else this.#push(readable, payload.subarray(1));
      },
      onEnd: (error) => {
        for (const readable of this.#readables.values()) {
          if (error === undefined) readable.push(null);
          else readable.destroy(error);
        }
        for (const writable of this.#writables) writable.destroy(error);
        listener.onEnd(error);
      },
    });
  }

  /** Creates the stream of data that the server sends on a channel. */
  readable(channel: number): Readable {
    const stream = process.getBuiltinModule('node:stream');
    const readable = new stream.Readable({
      read: () => this.#drain(readable),
      // A destroyed stream must not block the others.
      destroy: (error, done) => {
        this.#drain(readable);
        done(error);
      },
    });
    guardErrors(readable);
    this.#readables.set(channel, readable);
    return readable;
  }

  /** Creates the stream of data that the server reads on a channel. */
  writable(channel: number): Writable {
    const stream = process.getBuiltinModule('node:stream');
    const writable = new stream.Writable({
      write: (chunk: Buffer, _encoding, done) =>
        sendOnChannel(this.#connection, channel, chunk, done),
      final: (done) => this.#closeChannel(channel, done),
    });
    guardErrors(writable);
    this.#writables.add(writable);
    return writable;
  }

  /** Sends a message on a channel that is not a stream. */
  send(channel: number, payload: Uint8Array): void {
    // An error is ignored, because `onEnd` reports the end of the connection.
    sendOnChannel(this.#connection, channel, payload, () => undefined);
  }

  close(): void {
    // Full streams must not prevent reading the server's close frame.
    this.#full.clear();
    this.#connection.close();
  }

  #push(readable: Readable, payload: Buffer): void {
    if (payload.length === 0 || readable.destroyed || readable.push(payload)) return;
    this.#full.add(readable);
    this.#connection.pause();
  }

  #drain(readable: Readable): void {
    if (this.#full.delete(readable) && this.#full.size === 0) this.#connection.resume();
  }

  #closeChannel(channel: number, done: (error?: Error | null) => void): void {
    if (this.#connection.protocol.startsWith('v5.')) {
      this.#connection.send(Buffer.from([CLOSE_CHANNEL, channel]), done);
    } else {
      done();
    }
  }
}

/** Sends bytes on a channel in one or more messages. Calls `sent` when all were written. */
export function sendOnChannel(
  connection: WebSocketConnection,
  channel: number,
  bytes: Uint8Array,
  sent: (error?: Error | null) => void,
): void {
  const message = Buffer.concat([Buffer.from([channel]), bytes.subarray(0, MAX_CHUNK_BYTES)]);
  const rest = bytes.subarray(MAX_CHUNK_BYTES);
  connection.send(message, (error) => {
    if (error || rest.length === 0) sent(error);
    else sendOnChannel(connection, channel, rest, sent);
  });
}

/** An error without a listener would end the process. The error is also reported elsewhere. */
function guardErrors(stream: Readable | Writable): void {
  stream.on('error', () => {});
}
