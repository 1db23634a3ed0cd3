import { isJsonObject, setOwn, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** Returns the value with sorted keys, as Go prints maps. Parts that are in order are shared. */
export function sortedKeys<Value extends JsonValue>(value: Value): Value;
export function sortedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return mapped(value, sortedKeys);
  if (!isJsonObject(value)) return value;
  return byName(mapped(value, sortedKeys));
}

/** Returns the object with its members sorted by name; the object itself if they are sorted. */
export function byName(object: JsonObject): JsonObject {
  let last = '';
  for (const key in object) {
    if (key < last) return withKeys(object, Object.keys(object).sort());
    last = key;
  }
  return object;
}

/** Returns the object with its members sorted by rank; the object itself if they are sorted. */
export function byRank(object: JsonObject, rankOf: (key: string) => number): JsonObject {
  let last = -Infinity;
  for (const key in object) {
    const rank = rankOf(key);
    if (rank < last) return withKeys(object, keysByRank(object, rankOf));
    last = rank;
  }
  return object;
}

/**
 * Returns the keys sorted by rank. It uses an insertion sort, because objects with ranks have few keys,
 * most of them in order.
 */
function keysByRank(object: JsonObject, rankOf: (key: string) => number): string[] {
  const keys: string[] = [];
  const ranks: number[] = [];
  for (const key in object) {
    const rank = rankOf(key);
    let at = keys.length;
    for (; at > 0 && (ranks[at - 1] ?? 0) > rank; at--) {
      keys[at] = keys[at - 1] ?? '';
      ranks[at] = ranks[at - 1] ?? 0;
    }
    keys[at] = key;
    ranks[at] = rank;
  }
  return keys;
}

/** Maps the members of a list or object. Returns the container itself if no member changes. */
export function mapped<Container extends JsonObject | JsonValue[]>(
  container: Container,
  replace: (value: JsonValue, key: string) => JsonValue,
): Container;
export function mapped(
  container: JsonObject | JsonValue[],
  replace: (value: JsonValue, key: string) => JsonValue,
): JsonObject | JsonValue[] {
  return Array.isArray(container)
    ? mappedList(container, replace)
    : mappedObject(container, replace);
}

function mappedList(
  list: JsonValue[],
  replace: (value: JsonValue, key: string) => JsonValue,
): JsonValue[] {
  let result: JsonValue[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (typeof item !== 'object' || item === null) continue;
    const replaced = replace(item, String(i));
    if (replaced !== item) (result ??= [...list])[i] = replaced;
  }
  return result ?? list;
}

function mappedObject(
  object: JsonObject,
  replace: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  let result: JsonObject | undefined;
  for (const key in object) {
    const member = object[key];
    if (typeof member !== 'object' || member === null) continue;
    const replaced = replace(member, key);
    if (replaced !== member) setOwn((result ??= { ...object }), key, replaced);
  }
  return result ?? object;
}

/**
 * Copies an object to which members will be added. A spread copy can give each such object a hidden
 * class of its own, whose accesses V8 does not cache.
 */
export function copyMembers(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key in object) {
    const member = object[key];
    if (member !== undefined) setOwn(copy, key, member);
  }
  return copy;
}

function withKeys(object: JsonObject, keys: readonly string[]): JsonObject {
  const result: JsonObject = {};
  for (const key of keys) {
    const member = object[key];
    if (member !== undefined) setOwn(result, key, member);
  }
  return result;
}
