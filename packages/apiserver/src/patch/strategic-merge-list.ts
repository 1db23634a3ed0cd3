import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  getOwn,
  goText,
  goTypeName,
  type WorkBudget,
} from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';

/** The keys of a strategic merge patch that are not fields. */
export const directives = {
  patch: '$patch',
  retainKeys: '$retainKeys',
  deleteFromList: '$deleteFromPrimitiveList',
  elementOrder: '$setElementOrder',
} as const;

export function badFormat(what: string): PatchError {
  return new PatchError(400, 'BadRequest', `invalid patch format of ${what}`);
}

/** How the items of one list are merged. */
export interface ListMerge {
  /** False if a patch replaces the list. */
  readonly merges: boolean;
  /** The field that identifies an item; '' for a list of scalars. */
  readonly mergeKey: string;
  /** The work budget of the whole patch. */
  readonly work: WorkBudget;
  mergeItems(original: JsonObject, patch: JsonObject): JsonObject;
  /** Returns the value without directives; undefined if nothing remains. */
  plain(value: JsonValue): JsonValue | undefined;
}

/** Returns the list without the scalars in `gone`. */
export function deleteScalars(list: readonly JsonValue[], gone: readonly JsonValue[]): JsonValue[] {
  const scalars = new Set(gone);
  return list.filter((item) => !scalars.has(item));
}

/** Merges the list of a patch into the live one. */
export function mergeLists(original: JsonValue[], patch: JsonValue[], how: ListMerge): JsonValue[] {
  if (!how.merges) return patch;
  if (original.length === 0 && patch.length === 0) return original;
  checkElements(original, patch);
  if (how.mergeKey === '') {
    return orderLike([...new Set([...original, ...patch])], patch, original, how);
  }
  const special = takeDirectives(original, patch, how.mergeKey);
  const merged = mergeItems(special.original, special.patch, how);
  return orderLike(merged, special.patch, special.original, how);
}

/**
 * Merges a list whose patch specifies the order of its items.
 *
 * @returns undefined if neither the object nor the patch has the list
 */
export function mergeOrderedList(
  original: JsonValue | undefined,
  patch: JsonValue | undefined,
  order: JsonValue,
  how: ListMerge,
): JsonValue[] | undefined {
  const wanted = requireList(order);
  if (original === undefined && patch === undefined) return undefined;
  const live = original === undefined ? [] : requireList(original);
  const changes = patch === undefined ? [] : requireList(patch);
  checkOrder(changes, wanted, how.mergeKey);
  if (live.length === 0 && changes.length === 0) {
    throw new PatchError(500, '', 'no elements in any of the given slices');
  }
  const merged = original === undefined ? plainItems(changes, how) : mergeOrKeep(live, patch, how);
  return orderLike(merged, wanted, live, how);
}

function mergeOrKeep(live: JsonValue[], patch: JsonValue | undefined, how: ListMerge): JsonValue[] {
  return patch === undefined ? live : mergeLists(live, requireList(patch), how);
}

function plainItems(items: readonly JsonValue[], how: ListMerge): JsonValue[] {
  return items.map((item) => how.plain(item)).filter((item) => item !== undefined);
}

function requireList(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  throw badType('[]interface {}', value);
}

function requireMap(value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw badType('map[string]interface {}', value);
}

function badType(expected: string, actual: JsonValue): PatchError {
  return new PatchError(500, '', `expected a ${expected}, but received a ${goType(actual)}`);
}

/** The items of a merged list must have one type, and must not be lists. */
function checkElements(...lists: JsonValue[][]): void {
  const types = new Set(lists.flat().map(goType));
  const [first] = types;
  if (first === goTypeName([])) {
    const message = 'the server rejected our request due to an error in our request';
    throw new PatchError(422, 'Invalid', message);
  }
  if (types.size > 1) {
    throw new PatchError(500, '', `list element types are not identical: ${goText(lists)}`);
  }
}

/** The Go type of a decoded value. */
const goType = (value: JsonValue): string => (value === null ? 'nil' : goTypeName(value));

interface SplitLists {
  readonly original: JsonValue[];
  readonly patch: JsonValue[];
}

/** Executes the `$patch` items: `delete` removes an item, `replace` drops the live list. */
function takeDirectives(original: JsonValue[], patch: JsonValue[], mergeKey: string): SplitLists {
  const deleted = new Set<JsonValue>();
  let replaces = false;
  const items: JsonValue[] = [];
  for (const item of patch) {
    const map = requireMap(item);
    const directive = getOwn(map, directives.patch);
    if (directive === undefined) items.push(item);
    else if (directive === 'replace') replaces = true;
    else if (directive === 'delete') deleted.add(keyOf(map, mergeKey));
    else throw unknownDirective(directive, map);
  }
  const rest = deleted.size === 0 ? original : withoutKeys(original, mergeKey, deleted);
  return { original: replaces ? [] : rest, patch: items };
}

function withoutKeys(
  list: JsonValue[],
  mergeKey: string,
  keys: ReadonlySet<JsonValue | undefined>,
): JsonValue[] {
  return list.filter((item) => !keys.has(getOwn(requireMap(item), mergeKey)));
}

function unknownDirective(directive: JsonValue, map: JsonObject): PatchError {
  const message =
    directive === 'merge'
      ? 'merging lists cannot yet be specified in the patch'
      : `unknown patch type: ${goText(directive)} in map: ${goText(map)}`;
  return new PatchError(500, '', message);
}

function mergeItems(original: JsonValue[], patch: JsonValue[], how: ListMerge): JsonValue[] {
  const merged = [...original];
  const places = placesOf(original.map((item) => getOwn(requireMap(item), how.mergeKey)));
  for (const item of patch) {
    const map = requireMap(item);
    const key = keyOf(map, how.mergeKey);
    const index = places.get(key) ?? merged.length;
    const current = merged[index];
    merged[index] = current === undefined ? item : how.mergeItems(requireMap(current), map);
    places.set(key, index);
  }
  return merged;
}

/** Checks that the items of a patch have the specified order. */
function checkOrder(patch: JsonValue[], order: JsonValue[], mergeKey: string): void {
  const sameKey = (a: JsonValue, b: JsonValue): boolean =>
    identify(a, mergeKey) === identify(b, mergeKey);
  let next = 0;
  for (const item of patch) {
    if (isJsonObject(item) && getOwn(item, directives.patch) !== undefined) continue;
    while (next < order.length && !sameKey(item, order[next] ?? null)) next++;
    if (order.length > 0 && next === order.length) throw badOrder(patch, order);
    next++;
  }
}

function badOrder(patch: JsonValue[], order: JsonValue[]): PatchError {
  const [items, wanted] = [goText(patch), goText(order)];
  const message = `The order in patch list:\n${items}\n doesn't match ${directives.elementOrder} list:\n${wanted}\n`;
  return new PatchError(500, '', message);
}

/**
 * Orders a merged list: items in `order` get that order, and others keep the order of the live
 * list. Each of those precedes the first item in `order` that it preceded in the live list.
 */
function orderLike(
  merged: JsonValue[],
  order: JsonValue[],
  live: JsonValue[],
  { mergeKey, work }: ListMerge,
): JsonValue[] {
  const placesIn = (list: JsonValue[]): Places =>
    placesOf(list.map((item) => identify(item, mergeKey)));
  const wanted = placesIn(order);
  const before = placesIn(live);
  const place = (places: Places, item: JsonValue): number =>
    places.get(identify(item, mergeKey)) ?? -1;
  const isNamed = (item: JsonValue): boolean => place(wanted, item) >= 0;
  const named = sortByPlace(merged.filter(isNamed), (item) => place(wanted, item), work);
  const others = sortByPlace(
    merged.filter((item) => !isNamed(item)),
    (item) => place(before, item),
    work,
  );
  const result: JsonValue[] = [];
  let next = 0;
  for (const item of named) {
    const at = place(before, item);
    for (let other = others[next]; at >= 0 && other !== undefined; other = others[next]) {
      const otherAt = place(before, other);
      if (otherAt < 0 || otherAt >= at) break;
      result.push(other);
      next++;
    }
    result.push(item);
  }
  for (const other of others.slice(next)) result.push(other);
  return result;
}

/** The first index of each key in a list. */
type Places = Map<JsonValue | undefined, number>;

function placesOf(keys: readonly (JsonValue | undefined)[]): Places {
  const places: Places = new Map();
  keys.forEach((key, i) => {
    if (!places.has(key)) places.set(key, i);
  });
  return places;
}

/** The number of comparisons in a sort that cost one step of the budget. */
const COMPARISONS_PER_STEP = 3;

/**
 * Sorts as upstream's insertion sort does, in which an item without a place precedes all others.
 */
function sortByPlace(
  list: JsonValue[],
  place: (item: JsonValue) => number,
  work: WorkBudget,
): JsonValue[] {
  const entries = list.map((item) => ({ item, place: place(item) }));
  if (entries.every((entry) => entry.place >= 0)) {
    return entries.sort((a, b) => a.place - b.place).map((entry) => entry.item);
  }
  const sorted: typeof entries = [];
  for (const entry of entries) {
    let at = sorted.length;
    for (let other = sorted[at - 1]; other !== undefined; other = sorted[at - 1]) {
      if (entry.place >= 0 && other.place >= 0 && entry.place >= other.place) break;
      at--;
    }
    work.spend((sorted.length - at) / COMPARISONS_PER_STEP);
    sorted.splice(at, 0, entry);
  }
  return sorted.map((entry) => entry.item);
}

function identify(item: JsonValue, mergeKey: string): JsonValue {
  return mergeKey === '' ? item : keyOf(requireMap(item), mergeKey);
}

function keyOf(map: JsonObject, mergeKey: string): JsonValue {
  const key = getOwn(map, mergeKey);
  if (key !== undefined) return key;
  throw new PatchError(
    500,
    '',
    `map: ${goText(map)} does not contain declared merge key: ${mergeKey}`,
  );
}
