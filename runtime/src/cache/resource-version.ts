const DECIMAL = /^[0-9]+$/;

/**
 * Whether version `a` is older than version `b`, where that can be told: both are decimal numbers,
 * of any size. Otherwise versions are opaque and the answer is no.
 */
export function isOlderVersion(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false;
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return false;
  return a.length === b.length ? a < b : a.length < b.length;
}
