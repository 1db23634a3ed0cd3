import { isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { getOwn, setOwn } from './own-property.js';

/**
 * Applies a JSON merge patch (RFC 7386) as evanphx/json-patch does: it also drops the nulls of objects
 * that a patch adds inside a list. Changes neither argument; the result shares values with both.
 */
export function mergePatch(target: JsonValue, patch: JsonObject): JsonObject;
export function mergePatch(target: JsonValue, patch: JsonValue): JsonValue;
export function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(target)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  const merged: JsonObject = {};
  for (const key in target) {
    const value = target[key];
    if (value !== undefined && getOwn(patch, key) === undefined) setOwn(merged, key, value);
  }
  for (const key in patch) {
    const value = patch[key];
    if (value === undefined || value === null) continue;
    setOwn(merged, key, mergePatch(getOwn(target, key) ?? null, value));
  }
  return merged;
}

/** A new value has nothing to remove: its nulls are dropped, except for elements of lists. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept: JsonObject = {};
  for (const key in value) {
    const entry = value[key];
    if (entry !== undefined && entry !== null) setOwn(kept, key, withoutNulls(entry));
  }
  return kept;
}
