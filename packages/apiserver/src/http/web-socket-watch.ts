import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendStream, type StreamLimits } from './send-stream.js';
import { ControlFrameReader, OPCODE, serverFrame } from './web-socket-frames.js';

/** The suffix that RFC 6455 defines for a client's key. */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const LF = 10;
const NORMAL_CLOSURE = Buffer.from([0x03, 0xe8]);

/** Whether a request is a WebSocket handshake. */
export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** A request with its connection. */
interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The bytes that the client sent after its request. */
  readonly head: Buffer;
}

/**
 * Sends a watch over a WebSocket: one text frame per event, and a normal closure at its end. Only
 * control frames of the client are read.
 *
 * The handshake follows golang.org/x/net/websocket, which kube-apiserver uses: the client must send
 * an Origin, and offer at most one subprotocol, which is always confirmed.
 *
 * @param lines the events of the watch, one per line; a chunk contains one or more lines
 * @param limits how much memory a client that does not read may retain, and for how long
 */
export async function sendWebSocketWatch(
  { request, socket, head }: Upgrade,
  lines: AsyncIterable<Uint8Array>,
  limits: StreamLimits,
): Promise<void> {
  const refusal = refusalOf(request);
  if (refusal !== undefined) {
    socket.end(refusal);
    return;
  }
  socket.write(acceptance(request));
  answerControlFrames(socket, head);
  await sendStream(socket, framesOf(lines), limits);
}

async function* framesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(LF, start) + 1 || chunk.length;
      yield serverFrame(OPCODE.text, chunk.subarray(start, end));
      start = end;
    }
  }
  yield serverFrame(OPCODE.close, NORMAL_CLOSURE);
}

function answerControlFrames(socket: Duplex, head: Buffer): void {
  const reader = new ControlFrameReader();
  const read = (chunk: Buffer): void => {
    try {
      for (const { opcode, payload } of reader.push(chunk)) {
        // A client that reads nothing gets no pongs, because they would accumulate.
        const isRead = !socket.writableNeedDrain;
        if (opcode === OPCODE.ping && isRead) socket.write(serverFrame(OPCODE.pong, payload));
        if (opcode === OPCODE.close) socket.destroy();
      }
    } catch {
      socket.destroy();
    }
  };
  read(head);
  socket.on('data', read);
  socket.once('end', () => socket.destroy());
}

/** Returns the raw response that rejects a handshake; undefined if it is valid. */
function refusalOf(request: IncomingMessage): string | undefined {
  const { headers } = request;
  if (headers['sec-websocket-key'] === undefined) {
    return plainAnswer('400 Bad Request', 'mismatch challenge/response');
  }
  if (headers['sec-websocket-version'] !== '13') {
    const version = 'Sec-WebSocket-Version: 13\r\n';
    return plainAnswer('400 Bad Request', 'missing or bad WebSocket Version', version);
  }
  if (headers.origin === undefined) return plainAnswer('403 Forbidden', '');
  return protocolsOf(request).length > 1 ? plainAnswer('400 Bad Request', '') : undefined;
}

function plainAnswer(status: string, text: string, header = ''): string {
  const length = Buffer.byteLength(text);
  return `HTTP/1.1 ${status}\r\n${header}Connection: close\r\nContent-Length: ${length}\r\n\r\n${text}`;
}

function acceptance(request: IncomingMessage): string {
  const key = `${request.headers['sec-websocket-key'] ?? ''}${KEY_SUFFIX}`;
  const [protocol] = protocolsOf(request);
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** The prefix of a subprotocol that contains the token of a user in base64url. */
export const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

export const isTokenProtocol = (name: string): boolean => name.startsWith(TOKEN_PROTOCOL);

/** A token is never confirmed. */
const protocolsOf = (request: IncomingMessage): string[] =>
  offeredProtocols(request).filter((name) => !isTokenProtocol(name));

/** Returns the subprotocols that the client of a WebSocket offers. */
export function offeredProtocols({ headers }: IncomingMessage): string[] {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
