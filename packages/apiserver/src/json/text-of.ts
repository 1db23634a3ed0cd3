import { isJsonObject, type JsonValue } from '@vmgen/base/json';

/** Returns a scalar as text, or an empty string for any other value. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null || Array.isArray(value) || isJsonObject(value)) {
    return '';
  }
  return String(value);
}
