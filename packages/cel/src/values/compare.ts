import { CelError, Duration, noSuchOverload, Timestamp, Uint, type CelValue } from './value.js';

type Numeric = bigint | number | Uint;

export function isNumeric(value: CelValue): value is Numeric {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;
}

/**
 * Compares numbers exactly, across types. Returns a negative number, zero or a positive number; NaN
 * if one of them is NaN.
 */
export function compareNumbers(a: Numeric, b: Numeric): number {
  const [x, y] = [a instanceof Uint ? a.value : a, b instanceof Uint ? b.value : b];
  if (x < y) return -1;
  if (x > y) return 1;
  // `==` compares a bigint and a double exactly.
  return x == y ? 0 : Number.NaN;
}

/**
 * Returns a negative number, zero or a positive number if `a` is less than, equal to or greater
 * than `b`.
 */
export function compareValues(a: CelValue, b: CelValue): number | CelError {
  if (isNumeric(a)) {
    if (!isNumeric(b)) return noSuchOverload;
    const order = compareNumbers(a, b);
    return Number.isNaN(order) ? new CelError('NaN values cannot be ordered') : order;
  }
  if (typeof a === 'string') {
    return typeof b === 'string' ? compareStrings(a, b) : noSuchOverload;
  }
  if (typeof a === 'boolean') {
    return typeof b === 'boolean' ? Number(a) - Number(b) : noSuchOverload;
  }
  if (a instanceof Timestamp) {
    return b instanceof Timestamp ? compareNumbers(a.nanos, b.nanos) : noSuchOverload;
  }
  if (a instanceof Duration) {
    return b instanceof Duration ? compareNumbers(a.nanos, b.nanos) : noSuchOverload;
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  return noSuchOverload;
}

/** Compares by code points, which is also the order of the UTF-8 bytes. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    return order(a.charCodeAt(i)) - order(b.charCodeAt(i));
  }
  return a.length - b.length;
}

/** Surrogates encode code points that are greater than all others. */
const order = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
