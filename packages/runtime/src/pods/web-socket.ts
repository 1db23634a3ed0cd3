import type { Duplex } from 'node:stream';
import { apiErrorFromResponse, type FailedCall } from '../client/api-error-from-response.js';
import type { Clock, ClockTimer } from '../async/clock.js';
import { toError } from '../errors/to-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Transport, UpgradeResponse } from '../transport/transport.js';
import { encodeFrame, MessageDecoder, OPCODE, type Message } from './web-socket-frames.js';

/** Options of {@link openWebSocket}. */
interface WebSocketRequest {
  readonly path: string;
  /** The supported subprotocols in order of preference. */
  readonly protocols: readonly string[];
  /** The request, for the message of an error response. */
  readonly call: FailedCall;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Receives the messages of a connection, and once its end, with an error if it failed. */
interface WebSocketListener {
  onMessage(payload: Buffer): void;
  onEnd(error?: Error): void;
}

/** Pings keep idle connections open in proxies and load balancers. */
const PING_MS = 30_000;
/**
 * The number of consecutive pings without a response after which the connection is dead, as in
 * client-go.
 */
const MAX_UNANSWERED = 2;
/** The time limit for the response to a close frame. */
const CLOSE_MS = 2_000;
const MASK_BYTES = 4;
/** Code 1000: normal closure. */
const NORMAL_CLOSURE = Buffer.from([0x03, 0xe8]);

/**
 * Opens a WebSocket (RFC 6455) with the connections, credentials and proxies of the transport.
 * Rejects with an `ApiError` for an error response. A client library would open its own
 * connections, and the API does not use its other features, such as compression.
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
  const problem = problemOf(response, protocols, answer.digest('base64'));
  if (problem !== undefined) {
    response.socket.destroy();
    throw new VmgenError('ERR_VMGEN_ANSWER', `invalid WebSocket response: ${problem}`);
  }
  return new WebSocketConnection(response.socket, protocolOf(response), clock);
}

function protocolOf({ headers }: UpgradeResponse): string {
  return headers['sec-websocket-protocol'] ?? '';
}

function problemOf(
  response: UpgradeResponse,
  protocols: readonly string[],
  answer: string,
): string | undefined {
  const { headers } = response;
  if (headers['upgrade']?.toLowerCase() !== 'websocket')
    return 'the server switched to another protocol';
  if (headers['sec-websocket-accept'] !== answer)
    return 'Sec-WebSocket-Accept does not match the request';
  if (headers['sec-websocket-extensions'])
    return 'the server uses extensions that were not requested';
  const protocol = protocolOf(response);
  return protocols.includes(protocol)
    ? undefined
    : `the subprotocol is ${JSON.stringify(protocol)} instead of ${protocols.join(' or ')}`;
}

/**
 * A client connection of a WebSocket: sends and receives binary messages, and keeps the connection
 * alive.
 */
export class WebSocketConnection {
  /** The subprotocol that the server has selected. */
  readonly protocol: string;
  readonly #socket: Duplex;
  readonly #clock: Clock;
  readonly #decoder = new MessageDecoder();
  #listener: WebSocketListener | undefined;
  #timer: ClockTimer | undefined;
  /** The number of pings since data was last received. */
  #unanswered = 0;
  /**
   * Whether data was sent since then. The server may be blocked by its reader and not process
   * pings.
   */
  #mayBeBlocked = false;
  #isClosing = false;
  #failure: Error | undefined;

  constructor(socket: Duplex, protocol: string, clock: Clock) {
    this.#socket = socket;
    this.protocol = protocol;
    this.#clock = clock;
  }

  /** Starts reading. */
  listen(listener: WebSocketListener): void {
    this.#listener = listener;
    const socket = this.#socket;
    socket.once('close', () => this.#end());
    socket.once('end', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#keepAlive();
    // The connection may have been closed before.
    if (socket.closed) this.#end();
  }

  /** Sends a message. Calls `sent` when it was written and the next one can be sent. */
  send(payload: Uint8Array, sent: (error?: Error | null) => void): void {
    if (this.#isClosing || this.#socket.destroyed) {
      sent(new VmgenError('ERR_VMGEN_CLOSED', 'the connection to the pod is closed'));
    } else {
      this.#mayBeBlocked = true;
      this.#sendFrame(OPCODE.binary, payload, sent);
    }
  }

  /** Stops reading until {@link resume}. The server waits when the network buffers are full. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Sends a close frame, and closes the connection after the response or a time limit. */
  close(): void {
    if (this.#isClosing || this.#socket.destroyed) return;
    this.#sendClose(NORMAL_CLOSURE);
    this.#socket.resume();
  }

  /** Closes the connection immediately. */
  destroy(error?: Error): void {
    this.#failure ??= error;
    this.#socket.destroy();
  }

  #keepAlive(): void {
    this.#timer = this.#clock.setTimer(PING_MS, () => {
      // Responses are not received while reading is paused.
      if (this.#mayBeBlocked || this.#socket.isPaused()) this.#unanswered = 0;
      else if (this.#unanswered++ === MAX_UNANSWERED) return this.destroy(pingTimeout());
      this.#sendFrame(OPCODE.ping, Buffer.alloc(0));
      this.#keepAlive();
    });
  }

  #read(chunk: Buffer): void {
    this.#unanswered = 0;
    this.#mayBeBlocked = false;
    try {
      for (const message of this.#decoder.push(chunk)) this.#handle(message);
    } catch (error) {
      this.destroy(toError(error));
    }
  }

  #handle({ opcode, payload }: Message): void {
    if (opcode === OPCODE.ping) this.#sendFrame(OPCODE.pong, payload);
    const isData = opcode === OPCODE.binary || opcode === OPCODE.text;
    // Messages after the close frame are ignored.
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
    listener?.onEnd(this.#isClosing ? this.#failure : (failure ?? connectionLost()));
  }
}

function pingTimeout(): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_CONNECTION',
    `the connection to the pod is dead: no response to ${MAX_UNANSWERED} pings`,
  );
}

function connectionLost(): VmgenError {
  return new VmgenError('ERR_VMGEN_CONNECTION', 'the connection to the pod was lost');
}
