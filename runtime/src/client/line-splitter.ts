import { VmgenError } from '../errors/vmgen-error.js';

const NEWLINE = 0x0a;
const SPACE = 0x20;
/** As client-go. An API server's objects have at most 1.5 MB or so. */
const MAX_LINE_BYTES = 16 * 2 ** 20;
/** What a line begun needs at first, and what is kept for the next one at most. */
const PENDING_BYTES = 2 ** 16;
const NOTHING = Buffer.alloc(0);

/**
 * Cuts a stream of bytes into lines. A chunk may end anywhere; a long line costs time and memory in
 * proportion, in however small pieces it comes, and one without an end is refused.
 */
export class LineSplitter {
  /** The start of a line whose end has not come: its first `#length` bytes. */
  #pending = NOTHING;
  #length = 0;
  /** Holds the line that was completed last, until the next one is. */
  #spare = NOTHING;

  /**
   * The lines that `chunk` completes, without their line ends and without blank ones; they are good
   * until the next call. Throws ERR_VMGEN_ANSWER for a line of more than 16 MiB.
   */
  push(chunk: Uint8Array): Buffer[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const line = this.#complete(bytes.subarray(start, end));
      if (!isBlank(line)) lines.push(line);
      start = end + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
    return lines;
  }

  #complete(end: Buffer): Buffer {
    if (this.#length === 0) return end;
    this.#keep(end);
    const line = this.#pending.subarray(0, this.#length);
    this.#length = 0;
    // The same chunk may begin another line: that must not write over this one.
    const next = this.#spare;
    this.#spare = this.#pending.length > PENDING_BYTES ? NOTHING : this.#pending;
    this.#pending = next;
    return line;
  }

  #keep(part: Buffer): void {
    const length = this.#length + part.length;
    if (length > MAX_LINE_BYTES) {
      throw new VmgenError(
        'ERR_VMGEN_ANSWER',
        `a line of the watch stream has more than ${MAX_LINE_BYTES} bytes`,
      );
    }
    if (length > this.#pending.length) {
      const grown = Buffer.allocUnsafe(Math.max(PENDING_BYTES, 2 * length));
      this.#pending.copy(grown, 0, 0, this.#length);
      this.#pending = grown;
    }
    part.copy(this.#pending, this.#length);
    this.#length = length;
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= SPACE);
}
