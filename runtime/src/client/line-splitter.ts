import { VmgenError } from '../errors/vmgen-error.js';

const NEWLINE = 0x0a;
const SPACE = 0x20;
/** As client-go. An API server's objects have at most 1.5 MB or so. */
const MAX_LINE_BYTES = 16 * 2 ** 20;
/** A longer buffer is not kept for what comes next. */
const KEPT_BYTES = 2 ** 18;
const NOTHING = Buffer.alloc(0);

/** Lines that came together, whole and in one buffer, which holds them until the next ones come. */
export interface Lines {
  readonly bytes: Buffer;
  /** Where each begins, and where it ends: before its line end. */
  readonly borders: readonly number[];
}

/** The lines one by one, as views of their buffer. */
export function* eachLine({ bytes, borders }: Lines): Generator<Buffer, void, undefined> {
  for (let i = 0; i < borders.length; i += 2) yield bytes.subarray(borders[i], borders[i + 1]);
}

/**
 * Cuts a stream of bytes into lines. A chunk may end anywhere, and is not held; a long line costs time
 * and memory in proportion, in however small pieces it comes, and one without an end is refused.
 */
export class LineSplitter {
  #bytes = NOTHING;
  /** Where the line begins whose end has not come. */
  #start = 0;
  /** How many bytes there are. */
  #length = 0;

  /**
   * The lines that `chunk` completes, without blank ones; they are good until the next call. Throws
   * ERR_VMGEN_ANSWER for a line of more than 16 MiB.
   */
  push(chunk: Uint8Array): Lines {
    this.#dropLines();
    const searched = this.#length;
    this.#append(chunk);
    const bytes = this.#bytes.subarray(0, this.#length);
    const borders: number[] = [];
    for (let end = bytes.indexOf(NEWLINE, searched); end !== -1;) {
      checkLength(end - this.#start);
      if (!isBlank(bytes, this.#start, end)) borders.push(this.#start, end);
      this.#start = end + 1;
      end = bytes.indexOf(NEWLINE, this.#start);
    }
    checkLength(this.#length - this.#start);
    return { bytes, borders };
  }

  /** Leaves the line that was begun. */
  #dropLines(): void {
    if (this.#start === 0) return;
    const begun = this.#bytes.subarray(this.#start, this.#length);
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.from(begun);
    else this.#bytes.set(begun);
    this.#length = begun.length;
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
