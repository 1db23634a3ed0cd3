import {
  getOwn,
  goNumber,
  isJsonObject,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { byName, mapped, sortedKeys } from '../json/key-order.js';
import { stepsOf } from '../patch/json-pointer.js';

/** The languages whose patches are applied to the text of an object. */
export type TextPatch = 'json' | 'merge';

/**
 * A document with its keys in the order in which the real server has them after a patch, which is
 * the order in which it is read, and in which a refusal quotes it: sorted where the patch goes, and
 * as in the stored object elsewhere.
 */
export function inPatchedOrder(
  patched: JsonObject,
  patch: JsonValue,
  language: TextPatch,
): JsonObject {
  const touched = language === 'json' ? containersOf(patch) : patch;
  const document = sortedWhereTouched(patched, touched);
  return isJsonObject(document) ? document : patched;
}

/** A strategic merge patch, which is quoted instead of what it made, as Go's `%v` prints it. */
export function quotedPatch(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(quotedPatch).join(' ')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(byName(value)).map(([key, it]) => `${key}:${quotedPatch(it)}`);
    return `map[${members.join(' ')}]`;
  }
  if (value === null) return '<nil>';
  return typeof value === 'number' ? goNumber(value) : String(value);
}

function sortedWhereTouched(value: JsonValue, touched: JsonValue | undefined): JsonValue {
  if (Array.isArray(touched)) return sortedKeys(value);
  if (!isJsonObject(touched) || typeof value !== 'object' || value === null) return value;
  const members = mapped(value, (member, key) => sortedWhereTouched(member, getOwn(touched, key)));
  return isJsonObject(members) ? byName(members) : members;
}

/** The objects and lists that the operations of a JSON patch go through, in the form of a merge patch. */
function containersOf(patch: JsonValue): JsonObject {
  const root: JsonObject = {};
  for (const operation of Array.isArray(patch) ? patch : []) {
    if (!isJsonObject(operation)) continue;
    for (const field of ['path', 'from']) {
      const pointer = operation[field];
      if (typeof pointer !== 'string') continue;
      let container = root;
      for (const key of stepsOf(pointer).slice(0, -1)) {
        const next = getOwn(container, key);
        const below = isJsonObject(next) ? next : {};
        setOwn(container, key, below);
        container = below;
      }
    }
  }
  return root;
}
