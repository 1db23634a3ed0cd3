import {
  deepEqualJson,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '@vmgen/base/json';
import type { PatchRules } from './patch-rules.js';

/** The three states that `kubectl apply` merges. */
interface ThreeWays<T> {
  /** What was applied last. */
  readonly original: T | undefined;
  /** What the user wants. */
  readonly modified: T;
  /** What the server has. */
  readonly current: T | undefined;
}

/**
 * Returns the patch that changes the current object to the wanted one: it sets what differs, and removes only
 * what was applied last and is no longer wanted. Empty if there is nothing to change.
 *
 * @param rules how lists are merged; undefined for a JSON merge patch, which replaces them
 */
export function threeWayMerge(
  { original, modified, current }: ThreeWays<JsonObject>,
  rules: PatchRules | undefined,
): JsonObject {
  const patch: JsonObject = {};
  for (const [key, wanted = null] of Object.entries(modified)) {
    if (wanted === null) continue;
    const [before, now] = [original && getOwn(original, key), current && getOwn(current, key)];
    const own = rules?.field(key);
    if (isJsonObject(wanted) && isJsonObject(now)) {
      const states = {
        original: isJsonObject(before) ? before : undefined,
        modified: wanted,
        current: now,
      };
      const part = threeWayMerge(states, own);
      if (Object.keys(part).length > 0) {
        setOwn(
          patch,
          key,
          own?.retainsKeys === true ? { ...part, $retainKeys: sortedKeys(wanted) } : part,
        );
      }
    } else if (Array.isArray(wanted) && Array.isArray(now) && own?.isMerged === true) {
      mergeList(
        patch,
        key,
        { original: Array.isArray(before) ? before : [], modified: wanted, current: now },
        own,
      );
    } else if (!deepEqualJson(wanted, now)) {
      setOwn(patch, key, wanted);
    }
  }
  for (const key of Object.keys(original ?? {})) {
    if ((getOwn(modified, key) ?? null) === null) setOwn(patch, key, null);
  }
  return patch;
}

const sortedKeys = (object: JsonObject): string[] => Object.keys(object).sort();

/** Adds the changes of a list that is merged by a key or, without one, as a set of scalars. */
function mergeList(
  patch: JsonObject,
  field: string,
  { original = [], modified, current = [] }: ThreeWays<readonly JsonValue[]>,
  rules: PatchRules,
): void {
  const { mergeKey } = rules;
  if (mergeKey === undefined) {
    const has = (list: readonly JsonValue[], item: JsonValue): boolean =>
      list.some((each) => deepEqualJson(each, item));
    const added = modified.filter((item) => !has(current, item));
    const removed = original.filter((item) => !has(modified, item));
    if (added.length > 0) setOwn(patch, field, added);
    if (removed.length > 0) setOwn(patch, `$deleteFromPrimitiveList/${field}`, removed);
    return;
  }
  const find = (list: readonly JsonValue[], key: JsonValue | undefined): JsonObject | undefined =>
    list.find(
      (item): item is JsonObject => isJsonObject(item) && deepEqualJson(item[mergeKey], key),
    );
  const items: JsonObject[] = [];
  for (const wanted of modified.filter(isJsonObject)) {
    const key = wanted[mergeKey] ?? null;
    const now = find(current, key);
    if (now === undefined) {
      items.push(wanted);
      continue;
    }
    const part = threeWayMerge(
      { original: find(original, key), modified: wanted, current: now },
      rules.item,
    );
    if (Object.keys(part).length === 0) continue;
    items.push({
      ...part,
      [mergeKey]: key,
      ...(rules.retainsKeys && { $retainKeys: sortedKeys(wanted) }),
    });
  }
  for (const before of original.filter(isJsonObject)) {
    const key = before[mergeKey] ?? null;
    if (find(modified, key) === undefined) items.push({ $patch: 'delete', [mergeKey]: key });
  }
  const order = modified.filter(isJsonObject).map((item) => item[mergeKey] ?? null);
  const kept = current
    .filter(isJsonObject)
    .map((item) => item[mergeKey] ?? null)
    .filter((key) => order.includes(key));
  const isReordered = !deepEqualJson(
    kept,
    order.filter((key) => kept.includes(key)),
  );
  if (items.length === 0 && !isReordered) return;
  if (items.length > 0) setOwn(patch, field, items);
  setOwn(
    patch,
    `$setElementOrder/${field}`,
    order.map((key) => ({ [mergeKey]: key })),
  );
}
