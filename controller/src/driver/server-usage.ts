/** Returns a share in percent with two decimals, because each change causes a write to the API. */
export function percentOf(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 100;
}
