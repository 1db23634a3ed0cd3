import { goJson, goNumber, type JsonValue } from '@vmgen/base/json';

/** Formats a value for a cell: scalars as Go's `%v`, objects and lists as JSON. */
export function goText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goNumber(value);
  if (value === null || typeof value !== 'object') return String(value);
  return goJson(value);
}
