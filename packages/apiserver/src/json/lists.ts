import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Returns the strings in a list. */
export const stringsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Returns the objects in a list. */
export const objectsOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
