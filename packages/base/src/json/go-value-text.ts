import { goQuote } from '../text/index.js';
import { goJson } from './go-json.js';
import { goFloat, goNumber } from './go-number.js';
import type { JsonValue } from './json-value.js';

/** A value as Go's `%v` prints it: `map[a:1 b:[x y]]`. Messages of the API show values so. */
export function goText(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isFloat(value)) return goFloat(value);
  if (typeof value !== 'object') return String(value);
  const entries = sortedEntries(value).map(([key, entry]) => `${key}:${goText(entry)}`);
  return `map[${entries.join(' ')}]`;
}

/** The value within an error's text: strings quoted, everything else as JSON. */
export function goValue(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  return goJson(value);
}

/** The Go type that holds a JSON value, as `%T` prints it. */
export function goTypeName(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int64';
    case 'number':
      return isFloat(value) ? 'float64' : 'int64';
    default:
      return 'map[string]interface {}';
  }
}

/** Integers beyond 2^53 are parsed as bigints, if an int64 holds them. */
const isFloat = (value: JsonValue): value is number =>
  typeof value === 'number' && !Number.isSafeInteger(value);

function sortedEntries(object: { [key: string]: JsonValue }): [string, JsonValue][] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}
