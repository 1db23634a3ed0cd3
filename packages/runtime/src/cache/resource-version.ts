const DECIMAL = /^[0-9]+$/;

/** Returns whether a version is a decimal number, so that it can be compared. */
export function isNumber(version: string): boolean {
  return DECIMAL.test(version);
}

/**
 * Returns whether version `a` is older than version `b`. Versions are compared if both are decimal
 * numbers, of any size. All other versions are opaque, and the result is false.
 */
export function isOlderVersion(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return false;
  const isLess = a.length === b.length ? a < b : a.length < b.length;
  // Versions mostly ascend, so the patterns are rarely evaluated.
  return isLess && DECIMAL.test(a) && DECIMAL.test(b);
}
