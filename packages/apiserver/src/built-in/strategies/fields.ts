import {
  cloneJson,
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';

/** Accessors for objects that have passed the decoder. */

/** Returns the object at a path of fields, or an empty object. */
export function getObject(object: JsonObject, ...names: readonly string[]): JsonObject {
  let current = object;
  for (const name of names) {
    const next = current[name];
    if (!isJsonObject(next)) return {};
    current = next;
  }
  return current;
}

/** Returns the object at a path of fields. Creates the objects that do not exist. */
export function ensureObject(object: JsonObject, ...names: readonly string[]): JsonObject {
  let current = object;
  for (const name of names) {
    let next = current[name];
    if (!isJsonObject(next)) {
      next = {};
      current[name] = next;
    }
    current = next;
  }
  return current;
}

/** Returns the objects in a list field, or an empty list. */
export function getObjects(object: JsonObject, name: string): readonly JsonObject[] {
  const list = object[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** Returns the strings in a list field, or an empty list. */
export function getStrings(object: JsonObject, name: string): readonly string[] {
  const list = object[name];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

/** Returns a string field, or an empty string. */
export function getString(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** Returns a numeric field, or undefined. */
export function getNumber(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : undefined;
}

/** Returns the entries of a map of strings. */
export function getStringMap(object: JsonObject, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(getObject(object, name));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : '']),
  );
}

/** Whether a list or map is not empty. */
export function isFilled(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Sets fields that are absent, null or empty strings. */
export function setDefaults(object: JsonObject, defaults: JsonObject): void {
  for (const [name, value] of Object.entries(defaults)) {
    if (object[name] === undefined || object[name] === null || object[name] === '') {
      object[name] = cloneJson(value);
    }
  }
}

/** Sets numbers that are absent, null or 0. */
export function setNumberDefaults(
  object: JsonObject,
  defaults: Readonly<Record<string, number>>,
): void {
  for (const [name, value] of Object.entries(defaults)) {
    if ((getNumber(object, name) ?? 0) === 0) object[name] = value;
  }
}

/** Sets fields that are absent or null. In Go, they are pointers: an empty string is a value. */
export function setPointerDefaults(object: JsonObject, defaults: JsonObject): void {
  for (const [name, value] of Object.entries(defaults)) {
    object[name] ??= cloneJson(value);
  }
}

/** Whether a condition of a status is true. */
export function hasCondition(status: JsonObject, type: string): boolean {
  return getObjects(status, 'conditions').some(
    (it) => it['type'] === type && it['status'] === 'True',
  );
}

/** Whether two values are equal. An absent value is equal to null. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return deepEqualJson(a ?? null, b ?? null);
}
