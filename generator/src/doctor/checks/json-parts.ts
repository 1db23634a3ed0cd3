import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** An object; empty for any other value. */
export const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/** The objects of a list; empty for any other value. */
export const objectsOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** The texts of a list; empty for any other value. */
export const textsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** A text of an object; empty for any other value. */
export function textIn(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}
