import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Returns a value of nested objects; undefined if it does not exist. */
export function valueAt(object: JsonObject, ...path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const key of path) value = isJsonObject(value) ? getOwn(value, key) : undefined;
  return value;
}

export function objectAt(object: JsonObject, ...path: readonly string[]): JsonObject {
  const value = valueAt(object, ...path);
  return isJsonObject(value) ? value : {};
}

export function stringAt(object: JsonObject, ...path: readonly string[]): string {
  const value = valueAt(object, ...path);
  return typeof value === 'string' ? value : '';
}

export function listAt(object: JsonObject, ...path: readonly string[]): readonly JsonValue[] {
  const value = valueAt(object, ...path);
  return Array.isArray(value) ? value : [];
}

export const objectsAt = (object: JsonObject, ...path: readonly string[]): JsonObject[] =>
  listAt(object, ...path).filter(isJsonObject);

export const stringsAt = (object: JsonObject, ...path: readonly string[]): string[] =>
  listAt(object, ...path).filter((value) => typeof value === 'string');

/** Returns an object in a field; undefined if it does not exist. */
export function getOwnObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : undefined;
}
