import { isMapping } from './json-value.js';

/**
 * Whether two values are the same JSON: the order of an object's keys does not matter, a key that
 * is undefined counts as absent, and `1` equals `1n`.
 */
export function deepEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item: unknown, i) => deepEqualJson(item, b[i]))
    );
  }
  if (isMapping(a)) return isMapping(b) && objectsEqual(a, b);
  if (typeof a === 'bigint') return typeof b === 'number' && equalNumbers(a, b);
  return typeof a === 'number' && typeof b === 'bigint' && equalNumbers(b, a);
}

function equalNumbers(exact: bigint, double: number): boolean {
  return Number.isInteger(double) && exact === BigInt(double);
}

function objectsEqual(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let surplus = 0;
  for (const key in a) {
    const value = a[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(b, key) || !deepEqualJson(value, b[key])) return false;
    surplus++;
  }
  for (const key in b) if (b[key] !== undefined) surplus--;
  return surplus === 0;
}
