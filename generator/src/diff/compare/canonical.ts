import { jsonText } from '../../render/json-text.js';

/** JSON of a value with its keys in order: equal values have equal texts, and what is not there has none. */
export function canonical(value: unknown): string {
  return value === undefined ? '' : jsonText(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [key, inOrder(each)] as const);
  // fromEntries defines properties, so that one called `__proto__` stays one.
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
