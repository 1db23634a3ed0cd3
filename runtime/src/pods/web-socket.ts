import type { Duplex } from 'node:stream';
import { apiErrorFromResponse, type FailedCall } from '../client/api-error-from-response.js';
import type { Clock, ClockTimer } from '../async/clock.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Transport, UpgradeResponse } from '../transport/transport.js';
import { encodeFrame, MessageDecoder, OPCODE, type Message } from './web-socket-frames.js';

/** What to open. */
interface WebSocketRequest {
  readonly path: string;
  /** The subprotocols that the caller speaks, the best one first. */
  readonly protocols: readonly string[];
  /** What it is for, so that a refusal can be told in full. */
  readonly call: FailedCall;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** What hears a connection: its messages, and once its end, with an error where it broke. */
interface WebSocketListener {
  onMessage(payload: Buffer): void;
  onEnd(error?: Error): void;
}

/** Keeps a quiet connection from being taken for a dead one by what stands between. */
const PING_MS = 30_000;
/** So many in a row without a word from the other side mean that it is gone; client-go waits as long. */
const MAX_UNANSWERED = 2;
/** How long the other side may take to answer a close. */
const CLOSE_MS = 2_000;
const MASK_BYTES = 4;
/** Code 1000: all is done. */
const GOODBYE = Buffer.from([0x03, 0xe8]);

/**
 * Opens a WebSocket (RFC 6455) by the transport: its connections, credentials and proxies. Rejects with
 * an `ApiError` where the server refuses. A whole client library would bring its own way to connect,
 * and what it knows more, such as compression, the API has no use for.
 */
export async function openWebSocket(
  transport: Transport,
  { path, protocols, call, clock, signal }: WebSocketRequest,
): Promise<WebSocketConnection> {
  if (transport.upgrade === undefined) {
    throw new VmgenError('ERR_VMGEN_STATE', 'this transport cannot open WebSockets');
  }
  const { createHash, randomBytes } = process.getBuiltinModule('node:crypto');
  const key = randomBytes(16).toString('base64');
  const response = await transport.upgrade({
    method: 'GET',
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
      'sec-websocket-protocol': protocols.join(', '),
    },
    ...(signal !== undefined && { signal }),
  });
  if (response.socket === undefined) throw await apiErrorFromResponse(response, call);
  const answer = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  const complaint = complaintOf(response, protocols, answer.digest('base64'));
  if (complaint !== undefined) {
    response.socket.destroy();
    throw new VmgenError('ERR_VMGEN_ANSWER', `the server's WebSocket is no good: ${complaint}`);
  }
  return new WebSocketConnection(response.socket, protocolOf(response), clock);
}

function protocolOf({ headers }: UpgradeResponse): string {
  return headers['sec-websocket-protocol'] ?? '';
}

function complaintOf(
  response: UpgradeResponse,
  protocols: readonly string[],
  answer: string,
): string | undefined {
  const { headers } = response;
  if (headers['upgrade']?.toLowerCase() !== 'websocket') return 'it switched to another protocol';
  if (headers['sec-websocket-accept'] !== answer) return 'it answers another request';
  if (headers['sec-websocket-extensions']) return 'it has extensions that nobody asked for';
  const protocol = protocolOf(response);
  return protocols.includes(protocol)
    ? undefined
    : `it speaks ${JSON.stringify(protocol)} in place of ${protocols.join(' or ')}`;
}

/** One side of a WebSocket: sends and hears binary messages, and answers what keeps it alive. */
export class WebSocketConnection {
  /** The subprotocol that the server chose. */
  readonly protocol: string;
  readonly #socket: Duplex;
  readonly #clock: Clock;
  readonly #decoder = new MessageDecoder();
  #listener: WebSocketListener | undefined;
  #timer: ClockTimer | undefined;
  /** How many pings were sent since the other side was heard. */
  #unanswered = 0;
  /** It was sent data since then: it may be waiting for who takes them, and hears no ping before. */
  #mayBeHeldUp = false;
  #isClosing = false;
  #failure: Error | undefined;

  constructor(socket: Duplex, protocol: string, clock: Clock) {
    this.#socket = socket;
    this.protocol = protocol;
    this.#clock = clock;
  }

  /** Begins to hear; nothing is read before. */
  listen(listener: WebSocketListener): void {
    this.#listener = listener;
    const socket = this.#socket;
    socket.once('close', () => this.#end());
    socket.once('end', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#keepAlive();
    // It may have been cut off before anyone heard it.
    if (socket.closed) this.#end();
  }

  /** Sends a message; `sent` is called when it is on its way, which is how fast more may follow. */
  send(payload: Uint8Array, sent: (error?: Error | null) => void): void {
    if (this.#isClosing || this.#socket.destroyed) {
      sent(new VmgenError('ERR_VMGEN_CLOSED', 'the connection to the pod is closed'));
    } else {
      this.#mayBeHeldUp = true;
      this.#sendFrame(OPCODE.binary, payload, sent);
    }
  }

  /** Reads no more until {@link resume}: the server waits as soon as what is between is full. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Says goodbye, and hangs up when the other side has answered or takes too long. */
  close(): void {
    if (this.#isClosing || this.#socket.destroyed) return;
    this.#sendClose(GOODBYE);
    this.#socket.resume();
  }

  /** Hangs up at once. */
  destroy(error?: Error): void {
    this.#failure ??= error;
    this.#socket.destroy();
  }

  #keepAlive(): void {
    this.#timer = this.#clock.setTimer(PING_MS, () => {
      // Who does not listen hears no answer either.
      if (this.#mayBeHeldUp || this.#socket.isPaused()) this.#unanswered = 0;
      else if (this.#unanswered++ === MAX_UNANSWERED) return this.destroy(silent());
      this.#sendFrame(OPCODE.ping, Buffer.alloc(0));
      this.#keepAlive();
    });
  }

  #read(chunk: Buffer): void {
    this.#unanswered = 0;
    this.#mayBeHeldUp = false;
    try {
      for (const message of this.#decoder.push(chunk)) this.#handle(message);
    } catch (error) {
      this.destroy(toError(error));
    }
  }

  #handle({ opcode, payload }: Message): void {
    if (opcode === OPCODE.ping) this.#sendFrame(OPCODE.pong, payload);
    const isData = opcode === OPCODE.binary || opcode === OPCODE.text;
    // Who has said goodbye hears no more.
    if (isData && !this.#isClosing) this.#listener?.onMessage(payload);
    if (opcode !== OPCODE.close) return;
    if (!this.#isClosing) this.#sendClose(payload.subarray(0, 2));
    this.#socket.end();
  }

  #sendClose(reason: Uint8Array): void {
    this.#isClosing = true;
    this.#sendFrame(OPCODE.close, reason);
    this.#timer?.cancel();
    this.#timer = this.#clock.setTimer(CLOSE_MS, () => this.#socket.destroy());
  }

  #sendFrame(opcode: number, payload: Uint8Array, sent?: (error?: Error | null) => void): void {
    const { randomBytes } = process.getBuiltinModule('node:crypto');
    this.#socket.write(encodeFrame(opcode, payload, randomBytes(MASK_BYTES)), sent);
  }

  #end(): void {
    this.#timer?.cancel();
    const listener = this.#listener;
    this.#listener = undefined;
    const failure = this.#failure ?? this.#socket.errored ?? undefined;
    listener?.onEnd(this.#isClosing ? this.#failure : (failure ?? cutOff()));
  }
}

function silent(): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_CONNECTION',
    `the connection to the pod is dead: the other side did not answer ${MAX_UNANSWERED} pings`,
  );
}

function cutOff(): VmgenError {
  return new VmgenError('ERR_VMGEN_CONNECTION', 'the connection to the pod was cut off');
}
