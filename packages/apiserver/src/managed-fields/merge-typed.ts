import { type JsonObject, type JsonValue, setOwn } from '@vmgen/base/json';
import { tryListItemElement } from './list-items.js';
import type { PathElement } from './path-element.js';
import { entryType, type ListType, type MapType, type ValueType } from './value-type.js';
import { asList, asMap, entryOf, firstKind, isEmptyMap, kindOf } from './walk-values.js';

/**
 * Merges an applied value over the live one: applied values take precedence, nothing is removed,
 * and lists get the applied order if it differs. Unchanged parts are shared. Both values are valid
 * for the type. Upstream: typed/merge.go.
 */
export function mergeTyped(live: JsonValue, applied: JsonValue, type: ValueType): JsonValue {
  if (live === applied) return live;
  const { map, list } = type;
  switch (firstKind(type, kindOf(type, applied ?? live))) {
    case 'map':
      return map === undefined ? applied : mergeMaps(map, live, applied);
    case 'list':
      return list === undefined ? applied : mergeLists(list, live, applied);
    case 'scalar':
      return applied;
  }
}

function mergeMaps(type: MapType, live: JsonValue, applied: JsonValue): JsonValue {
  const before = asMap(live);
  const after = asMap(applied);
  if (type.atomic || (isEmptyMap(before) && isEmptyMap(after))) return applied;
  const merged: JsonObject = {};
  for (const key in before) {
    const entry = before[key];
    if (entry !== undefined) setOwn(merged, key, mergeEntry(type, key, entry, entryOf(after, key)));
  }
  for (const key in after) {
    const entry = after[key];
    if (entry !== undefined && entryOf(before, key) === undefined) setOwn(merged, key, entry);
  }
  return merged;
}

function mergeEntry(
  type: MapType,
  key: string,
  live: JsonValue,
  applied: JsonValue | undefined,
): JsonValue {
  const expected = entryType(type, key);
  return applied === undefined || expected === undefined
    ? live
    : mergeTyped(live, applied, expected);
}

function mergeLists(type: ListType, live: JsonValue, applied: JsonValue): JsonValue {
  const before = asList(live) ?? [];
  const after = asList(applied) ?? [];
  if (!type.associative || (before.length === 0 && after.length === 0)) return applied;
  const old = indexItems(type, before);
  const now = indexItems(type, after);
  const oldValues = new Map<PathElement, JsonValue>();
  // Duplicate items are not merged with the applied one.
  for (const [element, item] of old) oldValues.set(element, oldValues.has(element) ? null : item);
  const newValues = new Map(now);
  const order = mergeListOrder(
    old.map(([element]) => element),
    now.map(([element]) => element),
  );
  return order.map((place) => {
    const applying = newValues.get(place.element);
    if (place.liveIndex !== undefined || applying === undefined) {
      return old[place.liveIndex ?? -1]?.[1] ?? null;
    }
    const current = oldValues.get(place.element);
    return current === undefined ? applying : mergeTyped(current, applying, type.element);
  });
}

function indexItems(type: ListType, list: readonly JsonValue[]): [PathElement, JsonValue][] {
  const items: [PathElement, JsonValue][] = [];
  for (const item of list) {
    const element = tryListItemElement(type, item);
    if (element !== undefined) items.push([element, item]);
  }
  return items;
}

/** An item of a merged list. */
interface MergedPlace {
  readonly element: PathElement;
  /**
   * The index of a live item that is used without change; undefined if the applied item is merged.
   */
  readonly liveIndex?: number;
}

/**
 * Determines the order of an associative list after an apply: items of both lists have the applied
 * order, and other items keep their place among their neighbours. Upstream: typed/merge.go,
 * visitListItems.
 *
 * @param live elements of the live list, possibly with duplicates
 * @param applied elements of the applied list, without duplicates
 */
function mergeListOrder(
  live: readonly PathElement[],
  applied: readonly PathElement[],
): MergedPlace[] {
  const liveElements = new Set(live);
  const appliedElements = new Set(applied);
  const shared = applied.filter((element) => liveElements.has(element));
  const merged = new Set<PathElement>();
  const places: MergedPlace[] = [];
  let nextShared = 0;
  let l = 0;
  let r = 0;
  while (l < live.length || r < applied.length) {
    const left = live[l];
    const right = applied[r];
    if (left !== undefined && right !== undefined) {
      if (left === right) {
        merged.add(left);
        places.push({ element: left });
        l++;
        r++;
        nextShared++;
        continue;
      }
      // A shared item that is not the next one. It is added with the applied list.
      const wanted = shared[nextShared];
      if (appliedElements.has(left) && wanted !== undefined && wanted !== left) {
        l++;
        continue;
      }
    }
    if (left !== undefined) {
      if (!appliedElements.has(left)) {
        places.push({ element: left, liveIndex: l });
        l++;
        continue;
      }
      if (merged.has(left)) l++;
    }
    if (right !== undefined) {
      merged.add(right);
      places.push({ element: right });
      r++;
      if (shared[nextShared] === right) nextShared++;
    }
  }
  return places;
}
