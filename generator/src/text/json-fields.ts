import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** The object of a key; empty if absent. */
export function objectAt(value: JsonValue | undefined, key: string): JsonObject {
  const found = value !== undefined && isJsonObject(value) ? getOwn(value, key) : undefined;
  return found !== undefined && isJsonObject(found) ? found : {};
}

/** The string of a key; empty if absent. */
export function textAt(value: JsonValue | undefined, key: string): string {
  const found = value !== undefined && isJsonObject(value) ? getOwn(value, key) : undefined;
  return typeof found === 'string' ? found : '';
}

/** The items of the list of a key; empty if there is no list. */
export function listAt(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  const found = value !== undefined && isJsonObject(value) ? getOwn(value, key) : undefined;
  return Array.isArray(found) ? found : [];
}

/** The objects of the list of a key. */
export function objectsAt(value: JsonValue | undefined, key: string): JsonObject[] {
  return listAt(value, key).filter(isJsonObject);
}

/** The texts of the list of a key. */
export function textsAt(value: JsonValue | undefined, key: string): string[] {
  return listAt(value, key).filter((each) => typeof each === 'string');
}
