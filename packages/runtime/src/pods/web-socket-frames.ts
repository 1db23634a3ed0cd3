import { VmgenError } from '../errors/vmgen-error.js';

/** The types of frames (RFC 6455, 5.2). */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const FINAL = 0x80;
const MASKED = 0x80;
/** These values mean that the length is in the following two or eight bytes. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * Encodes the frame of a client: unfragmented, and masked with `mask`, four unpredictable bytes.
 */
export function encodeFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Buffer {
  const { length } = payload;
  const lengthBytes = length < LENGTH_16 ? 0 : length < 0x10000 ? 2 : 8;
  const start = 2 + lengthBytes + mask.length;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL | opcode;
  frame[1] = MASKED | (lengthBytes === 0 ? length : lengthBytes === 2 ? LENGTH_16 : LENGTH_64);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(mask, start - mask.length);
  for (let i = 0; i < length; i++) frame[start + i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return frame;
}

/** A complete message or a control frame. */
export interface Message {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** API servers send at most 32 KiB. Longer messages are an error or an attack. */
const MAX_MESSAGE_BYTES = 16 * 2 ** 20;

/** Decodes the messages of a server from chunks that may end anywhere. */
export class MessageDecoder {
  #chunks: Buffer[] = [];
  #size = 0;
  /** The minimum number of bytes of the incomplete frame. */
  #needed = 2;
  /** The received frames of a fragmented message. */
  #parts: Buffer[] = [];
  #partsSize = 0;
  #opcode: number | undefined;

  /** Returns the messages that `chunk` completes. Throws if the server violates the protocol. */
  push(chunk: Buffer): Message[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const messages: Message[] = [];
    let at = 0;
    for (;;) {
      const head = readHead(bytes, at);
      this.#needed = head === undefined ? bytes.length - at + 1 : head.end - at;
      if (head === undefined || head.end > bytes.length) break;
      const message = this.#take(head, bytes.subarray(head.start, head.end));
      if (message !== undefined) messages.push(message);
      at = head.end;
    }
    this.#chunks = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#size = bytes.length - at;
    return messages;
  }

  /** Control frames may occur between the frames of a message. */
  #take({ isFinal, opcode }: FrameHead, payload: Buffer): Message | undefined {
    if (opcode >= OPCODE.close) return { opcode, payload };
    const isFirst = opcode !== OPCODE.continuation;
    if (isFirst === (this.#opcode !== undefined)) throw protocolError('a message within another');
    this.#opcode ??= opcode;
    this.#parts.push(payload);
    this.#partsSize += payload.length;
    if (this.#partsSize > MAX_MESSAGE_BYTES) throw protocolError('a message of more than 16 MiB');
    if (!isFinal) return undefined;
    const whole = this.#parts.length === 1 ? payload : Buffer.concat(this.#parts);
    const message = { opcode: this.#opcode, payload: whole };
    this.#parts = [];
    this.#partsSize = 0;
    this.#opcode = undefined;
    return message;
  }
}

interface FrameHead {
  readonly isFinal: boolean;
  readonly opcode: number;
  /** The start and end of the payload. */
  readonly start: number;
  readonly end: number;
}

/** Returns undefined if the head is incomplete. */
function readHead(bytes: Buffer, at: number): FrameHead | undefined {
  if (bytes.length < at + 2) return undefined;
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  const isFinal = (first & FINAL) !== 0;
  const opcode = first & 0x0f;
  if ((first & 0x70) !== 0) throw protocolError('reserved bits without an extension');
  if ((second & MASKED) !== 0) throw protocolError('a masked frame');
  const short = second & 0x7f;
  if (opcode >= OPCODE.close && (!isFinal || short >= LENGTH_16))
    throw protocolError('an invalid control frame');
  const start = at + 2 + (short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0);
  if (bytes.length < start) return undefined;
  const length =
    short === LENGTH_16
      ? bytes.readUInt16BE(at + 2)
      : short === LENGTH_64
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short;
  if (length > MAX_MESSAGE_BYTES) throw protocolError('a message of more than 16 MiB');
  return { isFinal, opcode, start, end: start + length };
}

function protocolError(what: string): VmgenError {
  return new VmgenError('ERR_VMGEN_ANSWER', `the server violates the WebSocket protocol: ${what}`);
}
