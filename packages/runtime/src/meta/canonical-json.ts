import { defineOwn } from './deep-copy-json.js';
import { isMapping } from './is-mapping.js';

/** Returns the JSON text of a value with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortedCopy(value));
}

/** With a replacer instead of a copy, `JSON.stringify` takes twice the time. */
function sortedCopy(value: unknown): unknown {
  if (!isMapping(value)) return sortedParts(value);
  const { toJSON } = value;
  // Such as a date.
  if (typeof toJSON === 'function') return sortedParts(Reflect.apply(toJSON, value, []));
  return sortedParts(value);
}

function sortedParts(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(sortedCopy);
  if (!isMapping(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of sortedNames(value)) {
    if (name === '__proto__') defineOwn(copy, name, sortedCopy(value[name]));
    else copy[name] = sortedCopy(value[name]);
  }
  return copy;
}

/** Most objects are in order, and `sort` allocates more than the copy of a small object. */
function sortedNames(object: object): string[] {
  const names = Object.keys(object);
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
    ? names
    : names.sort();
}
