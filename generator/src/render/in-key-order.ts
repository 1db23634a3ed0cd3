/** A value with the keys of all its objects sorted, so that equal values print alike. */
export function inKeyOrder<T>(value: T): T;
export function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => inKeyOrder(each));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, inKeyOrder(each)] as const);
  // fromEntries defines properties, so that one called `__proto__` stays one.
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
