/** Compares strings by UTF-16 code units, for `sort`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
