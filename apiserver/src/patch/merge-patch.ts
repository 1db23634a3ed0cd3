import { isJsonObject, type JsonObject, type JsonValue, getOwn, setOwn } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';
import { undecodable } from './undecodable.js';

/**
 * Applies a JSON merge patch (RFC 7386) as evanphx/json-patch does, which also drops the nulls of
 * objects that a patch adds inside a list. Changes neither argument; the result shares with both.
 *
 * @throws PatchError 400 when the patch is no object
 */
export function applyMergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (patch === null) throw new PatchError(400, 'BadRequest', 'Invalid JSON Patch');
  if (!isJsonObject(patch)) {
    throw undecodable(patch, 'Go value of type map[string]interface {}');
  }
  return merge(target, patch);
}

/** What is new has nothing to remove: its nulls are dropped, except for elements of lists. */
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

function merge(current: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(current)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  const merged: JsonObject = {};
  for (const key in current) {
    const value = current[key];
    if (value !== undefined && getOwn(patch, key) === undefined) setOwn(merged, key, value);
  }
  for (const key in patch) {
    const value = patch[key];
    if (value === undefined || value === null) continue;
    setOwn(merged, key, merge(getOwn(current, key) ?? null, value));
  }
  return merged;
}
