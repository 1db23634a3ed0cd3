import type { Readable, Writable } from 'node:stream';
import type { WebSocketConnection } from './web-socket.js';

/** Says that a channel ends: `v5.channel.k8s.io` and later know it. */
const CLOSE_CHANNEL = 255;
/** As kubectl; some servers refuse messages that are much longer. */
const MAX_CHUNK_BYTES = 32 * 1024;

/** What is told of a connection whose channels somebody reads and writes. */
interface ChannelsListener {
  /** A message on a channel that is no stream. */
  onMessage(channel: number, payload: Buffer): void;
  /** The connection is gone; with an error where it broke. Streams have ended alike. */
  onEnd(error?: Error): void;
}

/**
 * The streams that share one WebSocket (channel.k8s.io): each message begins with the number of its
 * channel. A stream that nobody reads makes the server wait with all of them, once its buffer is full.
 */
export class Channels {
  readonly #connection: WebSocketConnection;
  readonly #readables = new Map<number, Readable>();
  readonly #writables = new Set<Writable>();
  /** The streams whose readers are behind. */
  readonly #full = new Set<Readable>();

  constructor(connection: WebSocketConnection) {
    this.#connection = connection;
  }

  /** Begins to hear. The streams are made before. */
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

  /** What the server sends on a channel. */
  readable(channel: number): Readable {
    const stream = process.getBuiltinModule('node:stream');
    const readable = new stream.Readable({
      read: () => this.#drain(readable),
      // Whoever reads no more must not hold up the others.
      destroy: (error, done) => {
        this.#drain(readable);
        done(error);
      },
    });
    guardErrors(readable);
    this.#readables.set(channel, readable);
    return readable;
  }

  /** What the server reads on a channel. */
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

  /** Sends on a channel that is no stream. */
  send(channel: number, payload: Uint8Array): void {
    // That the connection has ended meanwhile is told by its end.
    sendOnChannel(this.#connection, channel, payload, () => undefined);
  }

  close(): void {
    // What nobody reads any more must not keep the server's goodbye from being heard.
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

/** Sends bytes on a channel, in as many messages as it takes; `sent` is called when all are on their way. */
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

/** A stream that breaks while nobody listens must not end the process: its error is told elsewhere too. */
function guardErrors(stream: Readable | Writable): void {
  stream.on('error', () => {});
}
