import {
  getOwn,
  goNumber,
  isJsonObject,
  setOwn,
  stringifyJson,
  type DuplicateKeys,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { byName, mapped, sortedKeys } from '../json/key-order.js';
import { stepsOf } from '../patch/json-pointer.js';

/** The patch types that are applied to the JSON text of an object. */
export type TextPatch = 'json' | 'merge';

/**
 * Returns a document with its keys in the order that kube-apiserver has after a patch, in which it
 * reads the document and quotes it in errors: sorted in the objects that the patch visits, and as
 * stored elsewhere.
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

/** Prints a document as JSON, with all values of its duplicate keys. */
export function withDuplicates(value: JsonValue, duplicates: DuplicateKeys): string {
  if (duplicates.size === 0 || typeof value !== 'object' || value === null) {
    return stringifyJson(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => withDuplicates(item, duplicates)).join(',')}]`;
  }
  const replaced = duplicates.get(value);
  const members = Object.entries(value).flatMap(([key, member]) =>
    [...(replaced?.get(key) ?? []), member].map(
      (it) => `${JSON.stringify(key)}:${withDuplicates(it, duplicates)}`,
    ),
  );
  return `{${members.join(',')}}`;
}

/**
 * Prints a strategic merge patch as Go's `%v` does. Errors quote the patch instead of the result.
 */
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

/**
 * Returns the objects and lists that the operations of a JSON patch visit, in the form of a merge
 * patch.
 */
function containersOf(patch: JsonValue): JsonObject {
  const root: JsonObject = {};
  for (const operation of Array.isArray(patch) ? patch : []) {
    if (!isJsonObject(operation)) continue;
    for (const field of ['path', 'from']) {
      const pointer = operation[field];
      if (typeof pointer !== 'string') continue;
      let container = root;
      const steps = stepsOf(pointer);
      const last = steps.pop();
      for (const key of steps) {
        const next = getOwn(container, key);
        const below = isJsonObject(next) ? next : {};
        setOwn(container, key, below);
        container = below;
      }
      // A test visits the whole value.
      if (operation['op'] === 'test' && last !== undefined) setOwn(container, last, []);
    }
  }
  return root;
}
