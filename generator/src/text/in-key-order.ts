/** Sorts the keys of all objects in a value, so that equal values are printed equally. */
export function inKeyOrder<T>(value: T): T;
export function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => inKeyOrder(each));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, inKeyOrder(each)] as const);
  // fromEntries defines properties, so that `__proto__` is an ordinary key.
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
