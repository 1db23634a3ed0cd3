import { hasEntries } from '../meta/is-mapping.js';

/** Returns whether two JSON values are equal, regardless of the order of their fields. */
export function isSameContent(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!hasEntries(a) || !hasEntries(b)) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    const value = a[name];
    const other = b[name];
    if (value !== other && !isSameContent(value, other)) return false;
    if (other === undefined && !Object.hasOwn(b, name)) return false;
  }
  return true;
}
