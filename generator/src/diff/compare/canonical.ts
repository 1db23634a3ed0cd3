/** JSON of a value with its keys in order: equal values have equal texts, and what is not there has none. */
export function canonical(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // fromEntries defines properties, so that one called `__proto__` stays one.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
