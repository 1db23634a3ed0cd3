const FINAL = 0x80;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** The types of frames (RFC 6455, 5.2). */
export const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Encodes a frame of a server: unfragmented and without a mask. */
export function serverFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const lengthBytes = length < LENGTH_16 ? 0 : length < 0x10000 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + lengthBytes + length);
  frame[0] = FINAL | opcode;
  frame[1] = lengthBytes === 0 ? length : lengthBytes === 2 ? LENGTH_16 : LENGTH_64;
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(payload, 2 + lengthBytes);
  return frame;
}

/** A control frame of a client. */
interface ControlFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The maximum length of the head of a client's frame. */
const MAX_HEAD = 14;

/**
 * Reads the control frames of a client. Chunks may end anywhere. The payload of other frames is
 * skipped as it arrives, so that the server does not retain it.
 */
export class ControlFrameReader {
  #rest: Buffer = Buffer.alloc(0);
  /** The number of bytes of a skipped payload that have not arrived. */
  #skip = 0n;

  /**
   * @throws Error if the client does not mask a frame, or sends a control frame that is too long
   */
  push(chunk: Buffer): ControlFrame[] {
    const frames: ControlFrame[] = [];
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const skipped = Number(this.#skip < bytes.length ? this.#skip : BigInt(bytes.length));
      this.#skip -= BigInt(skipped);
      bytes = bytes.subarray(skipped);
      const head = this.#skip > 0n ? undefined : readHead(bytes);
      if (head === undefined) break;
      const isControl = head.opcode >= OPCODE.close;
      if (isControl) {
        const end = head.start + Number(head.length);
        if (bytes.length < end) break;
        const payload = unmasked(bytes.subarray(head.start, end), head.mask);
        frames.push({ opcode: head.opcode, payload });
        bytes = bytes.subarray(end);
      } else {
        this.#skip = head.length;
        bytes = bytes.subarray(head.start);
      }
    }
    // Less than one head, or an incomplete control frame.
    this.#rest = Buffer.from(bytes.subarray(0, MAX_HEAD + LENGTH_16));
    return frames;
  }
}

interface FrameHead {
  readonly opcode: number;
  readonly length: bigint;
  readonly mask: Buffer;
  /** The start of the payload. */
  readonly start: number;
}

/** Returns undefined if there are too few bytes. */
function readHead(bytes: Buffer): FrameHead | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const opcode = first & 0x0f;
  const short = second & 0x7f;
  if ((second & MASKED) === 0) throw new Error('the client sent a frame without a mask');
  if (opcode >= OPCODE.close && short >= LENGTH_16) {
    throw new Error('the client sent a control frame of more than 125 bytes');
  }
  const lengthBytes = short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0;
  const start = 2 + lengthBytes + 4;
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 0
      ? BigInt(short)
      : lengthBytes === 2
        ? BigInt(bytes.readUInt16BE(2))
        : bytes.readBigUInt64BE(2);
  return { opcode, length, mask: bytes.subarray(start - 4, start), start };
}

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  return Buffer.from(payload.map((byte, i) => byte ^ (mask[i & 3] ?? 0)));
}
