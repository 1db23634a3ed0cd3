// Walks over JSON as bytes, without making values of it. Every function takes the index where
// something starts and gives the index behind it, or DOUBT.

/** The bytes are not JSON, or not in the plain form that servers send: a parser shall tell. */
export const DOUBT = -1;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** What follows a backslash; with an `u`, hexadecimal digits do. */
const ESCAPE = /^(["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const SCALAR = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;
/** Behind such a depth a check gives up, so that no input overflows the stack. */
const MAX_DEPTH = 100;

/**
 * Passes a value that no parser looks at afterwards, so that all of it must be JSON. White space
 * between its parts is doubted, for servers send none.
 */
export function checkValue(bytes: Buffer, start: number, depth = 0): number {
  const first = bytes[start];
  if (first === QUOTE) return checkString(bytes, start);
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
    return depth < MAX_DEPTH ? checkNested(bytes, start, depth + 1) : DOUBT;
  }
  return checkScalar(bytes, start);
}

function checkNested(bytes: Buffer, start: number, depth: number): number {
  const isObject = bytes[start] === OPEN_OBJECT;
  const close = isObject ? CLOSE_OBJECT : CLOSE_ARRAY;
  let i = start + 1;
  if (bytes[i] === close) return i + 1;
  for (;;) {
    if (isObject) {
      i = bytes[i] === QUOTE ? checkString(bytes, i) : DOUBT;
      if (i === DOUBT || bytes[i] !== COLON) return DOUBT;
      i++;
    }
    i = checkValue(bytes, i, depth);
    if (i === DOUBT || bytes[i] === close) return i === DOUBT ? DOUBT : i + 1;
    if (bytes[i] !== COMMA) return DOUBT;
    i++;
  }
}

function checkString(bytes: Buffer, start: number): number {
  for (let i = start + 1; ; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i + 1;
    if (byte === undefined || byte < SPACE) return DOUBT;
    if (byte !== BACKSLASH) continue;
    i++;
    // Names of fields have escaped quotes: the only escapes that are many.
    if (bytes[i] === QUOTE) continue;
    const escape = ESCAPE.exec(bytes.toString('latin1', i, i + 5));
    if (escape === null) return DOUBT;
    i += escape[0].length - 1;
  }
}

/** A number, true, false or null. */
function checkScalar(bytes: Buffer, start: number): number {
  let i = start;
  while (isOfScalar(bytes[i] ?? 0)) i++;
  return SCALAR.test(bytes.toString('latin1', start, i)) ? i : DOUBT;
}

function isOfScalar(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return isDigit || isLetter || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}
