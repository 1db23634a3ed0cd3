import {
  cloneJson,
  deepEqualJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { objectsOf, stringsOf } from '../../json/lists.js';

/** Accessors for objects that have passed the decoder. */

/** Returns the value at a path of fields, or undefined. */
export function getValue(object: JsonObject, ...names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
  return value ?? undefined;
}

/** Returns the object at a path of fields, or an empty object. */
export function getObject(object: JsonObject, ...names: readonly string[]): JsonObject {
  const value = getValue(object, ...names);
  return isJsonObject(value) ? value : {};
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

/** Returns the objects in the list at a path of fields, or an empty list. */
export const getObjects = (object: JsonObject, ...names: readonly string[]): JsonObject[] =>
  objectsOf(getValue(object, ...names));

/** Returns the strings in the list at a path of fields, or an empty list. */
export const getStrings = (object: JsonObject, ...names: readonly string[]): string[] =>
  stringsOf(getValue(object, ...names));

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
