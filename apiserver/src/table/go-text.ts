import { goJson, goNumber, type JsonValue } from '@vmgen/base/json';

/** A value as a cell shows it: scalars as Go's `%v` prints them, objects and lists as JSON. */
export function goText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goNumber(value);
  if (value === null || typeof value !== 'object') return String(value);
  return goJson(value);
}
