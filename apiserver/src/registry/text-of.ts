import { isJsonObject, type JsonValue } from '@vmgen/base/json';

/** A scalar as text; empty where there is none. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null || Array.isArray(value) || isJsonObject(value)) {
    return '';
  }
  return String(value);
}
