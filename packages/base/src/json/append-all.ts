/**
 * Adds items to a list, one by one: `push(...items)` puts all of them on the stack, which overflows
 * where a client can make them many.
 */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
