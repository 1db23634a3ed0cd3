import { type JsonObject, type JsonValue, stringifyJson } from '@vmgen/base/json';

const WIDTH = 100;

/**
 * Prints a recording in a form that humans and diffs read: keys in order, a value on one line where it fits.
 * The same value gives the same text.
 */
export function printRecording(value: JsonValue): string {
  return `${print(sorted(value), '', 0)}\n`;
}

/** @param taken the columns before the value on its line */
function print(value: JsonValue, indent: string, taken: number): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const parts = partsOf(value).map(({ before, item }) => {
    return before + print(item, inner, inner.length + before.length);
  });
  const flat = open + parts.join(', ') + close;
  if (taken + flat.length < WIDTH && !flat.includes('\n')) return flat;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

const partsOf = (value: JsonValue[] | JsonObject): { before: string; item: JsonValue }[] =>
  Array.isArray(value)
    ? value.map((item) => ({ before: '', item }))
    : Object.entries(value).map(([key, item]) => ({ before: `${JSON.stringify(key)}: `, item }));

/** The value with the keys of all its objects in the order of their UTF-16 units. */
function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
