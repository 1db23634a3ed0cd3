/** The order of texts by UTF-16 units, for `sort`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
