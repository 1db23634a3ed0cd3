import { VmgenError } from '../errors/vmgen-error.js';

const NEWLINE = 0x0a;
const SPACE = 0x20;
/** The limit of client-go. Objects of an API server have at most about 1.5 MB. */
const MAX_LINE_BYTES = 16 * 2 ** 20;
/** A longer buffer is released after use. */
const KEPT_BYTES = 2 ** 18;
const EMPTY = Buffer.alloc(0);

/** Complete lines that arrived together. The splitter reuses the buffer for the next ones. */
export interface Lines {
  readonly bytes: Buffer;
  /** The start and end of each line, in one flat list. Line breaks are excluded. */
  readonly offsets: readonly number[];
}

/** Iterates over the lines as views of the buffer. */
export function* linesOf({ bytes, offsets }: Lines): Generator<Buffer, void, undefined> {
  for (let i = 0; i < offsets.length; i += 2) yield bytes.subarray(offsets[i], offsets[i + 1]);
}

/**
 * Splits a stream of bytes into lines. A chunk may end anywhere, and is not retained. Time and memory are
 * proportional to the length of a line, however small the chunks are.
 */
export class LineSplitter {
  #bytes = EMPTY;
  /** The start of the incomplete line. */
  #start = 0;
  /** The number of bytes in use. */
  #length = 0;

  /**
   * Returns the lines that `chunk` completes, without blank ones. They are valid until the next call.
   * Throws ERR_VMGEN_ANSWER for a line of more than 16 MiB.
   */
  push(chunk: Uint8Array): Lines {
    this.#dropLines();
    const searched = this.#length;
    this.#append(chunk);
    const bytes = this.#bytes.subarray(0, this.#length);
    const offsets: number[] = [];
    for (let end = bytes.indexOf(NEWLINE, searched); end !== -1;) {
      checkLength(end - this.#start);
      if (!isBlank(bytes, this.#start, end)) offsets.push(this.#start, end);
      this.#start = end + 1;
      end = bytes.indexOf(NEWLINE, this.#start);
    }
    checkLength(this.#length - this.#start);
    return { bytes, offsets };
  }

  /** Removes the lines that were returned, and retains the incomplete line. */
  #dropLines(): void {
    if (this.#start === 0) return;
    const incomplete = this.#bytes.subarray(this.#start, this.#length);
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.from(incomplete);
    else this.#bytes.set(incomplete);
    this.#length = incomplete.length;
    this.#start = 0;
  }

  #append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * length);
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }
}

function checkLength(length: number): void {
  if (length <= MAX_LINE_BYTES) return;
  throw new VmgenError(
    'ERR_VMGEN_ANSWER',
    `a line of the watch stream has more than ${MAX_LINE_BYTES} bytes`,
  );
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] ?? 0) > SPACE) return false;
  return true;
}
