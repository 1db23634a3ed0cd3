const EMPTY = Buffer.alloc(0);
/** The key of the only member of managed fields that usually differs between objects. */
const TIME_KEY = Buffer.from('"time":"');
const TIME_LENGTH = '2006-01-02T15:04:05Z'.length;
/** One of so many successive unknown values is remembered: copying each of them would cost too much. */
export const REMEMBER_EVERY = 4;

/**
 * Finds the ends of JSON values without parsing them.
 *
 * The managed fields of successive objects are often equal except for their times. The scanner remembers
 * one value and compares the next ones with it, which takes a fifth of the time of scanning them.
 */
export class ValueScanner {
  #known = EMPTY;
  /** The offsets of the times in the remembered value. */
  #times: number[] = [];
  /** The number of successive values that differ from the remembered value. */
  #misses = 0;

  /**
   * Returns the index after the member of an object whose value starts at `start`, or {@link INVALID}.
   * Another byte than a comma or brace after the value could continue the placeholder, as in `[].0`.
   */
  endOf(bytes: Buffer, start: number): number {
    const end = this.#endOf(bytes, start);
    return end !== INVALID && endsMember(bytes[end]) ? end : INVALID;
  }

  #endOf(bytes: Buffer, start: number): number {
    if (this.#isKnown(bytes, start)) {
      this.#misses = 0;
      return start + this.#known.length;
    }
    const end = skipValue(bytes, start);
    if (end !== INVALID && this.#misses++ % REMEMBER_EVERY === 0) this.#remember(bytes, start, end);
    return end;
  }

  #isKnown(bytes: Buffer, start: number): boolean {
    const known = this.#known;
    if (known.length === 0 || start + known.length > bytes.length) return false;
    let from = 0;
    for (const time of this.#times) {
      if (!isSame(known, from, time, bytes, start + from)) return false;
      from = time + TIME_LENGTH;
      if (!isTime(bytes, start + time)) return false;
    }
    return isSame(known, from, known.length, bytes, start + from);
  }

  #remember(bytes: Buffer, start: number, end: number): void {
    const known = Buffer.from(bytes.subarray(start, end));
    this.#known = known;
    this.#times = [];
    for (let at = known.indexOf(TIME_KEY); at !== -1; at = known.indexOf(TIME_KEY, at + 1)) {
      const time = at + TIME_KEY.length;
      if (isTime(known, time)) this.#times.push(time);
    }
  }
}

/** Whether a byte is valid after a member of an object, without white space. */
export function endsMember(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_OBJECT;
}

function isSame(a: Buffer, from: number, to: number, b: Buffer, start: number): boolean {
  return a.compare(b, start, start + to - from, from, to) === 0;
}

/**
 * Whether the bytes have only characters that times consist of. None of them ends a JSON string or is
 * invalid in one, so the value remains valid JSON.
 */
function isTime(bytes: Buffer, start: number): boolean {
  for (let i = start; i < start + TIME_LENGTH; i++) {
    const byte = bytes[i] ?? 0;
    // From "-" to "Z": digits, colon, T, and other characters that are valid in a string.
    if (byte < 0x2d || byte > 0x5a) return false;
  }
  return true;
}

/**
 * Returned for bytes that are not JSON, or not in the compact form that API servers send. The caller
 * then parses the whole text, which yields the value or the error.
 */
export const INVALID = -1;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** The characters after the backslash of an escape sequence. */
const ESCAPE = /^(["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const SCALAR = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;
/** The limit of nesting, so that no input overflows the stack. Deeper values are {@link INVALID}. */
const MAX_DEPTH = 100;

/**
 * Returns the index after the JSON value at `start`, or {@link INVALID}. No parser reads the value
 * afterwards, so this function checks its syntax completely. White space between tokens is
 * {@link INVALID}, because API servers send none.
 */
export function skipValue(bytes: Buffer, start: number, depth = 0): number {
  const first = bytes[start];
  if (first === QUOTE) return skipString(bytes, start);
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
    return depth < MAX_DEPTH ? skipContainer(bytes, start, depth + 1) : INVALID;
  }
  return skipScalar(bytes, start);
}

function skipContainer(bytes: Buffer, start: number, depth: number): number {
  const isObject = bytes[start] === OPEN_OBJECT;
  const close = isObject ? CLOSE_OBJECT : CLOSE_ARRAY;
  let i = start + 1;
  if (bytes[i] === close) return i + 1;
  for (;;) {
    if (isObject) {
      i = bytes[i] === QUOTE ? skipString(bytes, i) : INVALID;
      if (i === INVALID || bytes[i] !== COLON) return INVALID;
      i++;
    }
    i = skipValue(bytes, i, depth);
    if (i === INVALID || bytes[i] === close) return i === INVALID ? INVALID : i + 1;
    if (bytes[i] !== COMMA) return INVALID;
    i++;
  }
}

function skipString(bytes: Buffer, start: number): number {
  for (let i = start + 1; ; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i + 1;
    if (byte === undefined || byte < SPACE) return INVALID;
    if (byte !== BACKSLASH) continue;
    i++;
    // Keys of list items contain escaped quotes, the only frequent escape sequence.
    if (bytes[i] === QUOTE) continue;
    const escape = ESCAPE.exec(bytes.toString('latin1', i, i + 5));
    if (escape === null) return INVALID;
    i += escape[0].length - 1;
  }
}

/** Skips a number, `true`, `false` or `null`. */
function skipScalar(bytes: Buffer, start: number): number {
  let i = start;
  while (isScalarByte(bytes[i] ?? 0)) i++;
  return SCALAR.test(bytes.toString('latin1', start, i)) ? i : INVALID;
}

function isScalarByte(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return isDigit || isLetter || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}
