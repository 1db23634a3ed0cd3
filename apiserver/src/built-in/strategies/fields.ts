import { cloneJson, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Reading and completing objects whose fields have the types that they should have. */

/** The object at a path of fields; one without fields where there is none. */
export function getObject(object: JsonObject, ...names: readonly string[]): JsonObject {
  let current = object;
  for (const name of names) {
    const next = current[name];
    if (!isJsonObject(next)) return {};
    current = next;
  }
  return current;
}

/** The object in a field, made where there is none. */
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

/** The objects of a list; none where there is no list. */
export function getObjects(object: JsonObject, name: string): readonly JsonObject[] {
  const list = object[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The strings of a list. */
export function getStrings(object: JsonObject, name: string): readonly string[] {
  const list = object[name];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

/** A string; empty where there is none. */
export function getString(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** A number; undefined where there is none. */
export function getNumber(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : undefined;
}

/** The entries of a map of strings. */
export function getStringMap(object: JsonObject, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(getObject(object, name));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : '']),
  );
}

/** Whether a list or map has anything in it. */
export function isFilled(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Sets the fields that are not there. */
export function setDefaults(object: JsonObject, defaults: JsonObject): void {
  for (const [name, value] of Object.entries(defaults)) {
    if (object[name] === undefined || object[name] === null || object[name] === '') {
      object[name] = cloneJson(value);
    }
  }
}
