import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../meta/is-mapping.js';
import { contentHash } from './content-hash.js';
import { isDeclared, type Place, placeIn } from './declared-paths.js';
import { setField } from './field-path.js';
import { type DescribedItem, describeItems, hashOf, idsOf, matchItems } from './match-items.js';

/**
 * What one version cannot express of an object in another version: the difference between the object
 * and its conversion there and back, at declared places. It is JSON, kept in an annotation.
 */
export type LostContent = LostValue | LostFields | LostItems;

/** A value to restore, unless another value than the converted one is found. */
interface LostValue {
  /** The value; undefined for a field that the conversion there and back added. */
  readonly value?: unknown;
  /** The hash of the value after the conversion there and back; undefined if it was absent. */
  readonly was?: string;
}

interface LostFields {
  readonly fields: Readonly<Record<string, LostContent>>;
  /** Whether the conversion there and back created the object. */
  readonly isCreated?: boolean;
}

interface LostItems {
  /** The items after the conversion there and back. */
  readonly base: readonly DescribedItem[];
  /** The items before, in their order. */
  readonly items: readonly LostItem[];
}

/** An item that a conversion lost as a whole, or the index of the converted one and what that lost. */
type LostItem = { readonly item: unknown } | { readonly at: number; readonly lost?: LostContent };

/**
 * Returns what an object loses.
 *
 * @param converted the value after the conversion there and back; undefined if absent
 * @param original the value before
 */
export function lostContent(
  converted: unknown,
  original: unknown,
  place: Place,
): LostContent | undefined {
  if (!isDeclared(place) || isDeepStrictEqual(converted, original)) return undefined;
  if (isMapping(converted) && isMapping(original)) return lostFields(converted, original, place);
  const isCreated = place.paths?.isCreated === true && !place.isHidden;
  if (isCreated && isMapping(converted) && original === undefined) {
    return { fields: {}, ...lostFields(converted, {}, place), isCreated };
  }
  if (Array.isArray(converted) && Array.isArray(original)) {
    return lostItems(converted, original, place);
  }
  if (!place.isHidden) return undefined;
  return {
    ...(original === undefined ? {} : { value: original }),
    ...(converted === undefined ? {} : { was: contentHash(converted) }),
  };
}

function lostFields(
  converted: Record<string, unknown>,
  original: Record<string, unknown>,
  place: Place,
): LostFields | undefined {
  const fields: Record<string, LostContent> = {};
  for (const name of new Set([...Object.keys(converted), ...Object.keys(original)])) {
    const [from, to] = [ownField(converted, name), ownField(original, name)];
    const lost = lostContent(from, to, placeIn(place, name));
    if (lost) setField(fields, name, lost);
  }
  // Fields without value are not content.
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}

function lostItems(converted: unknown[], original: unknown[], place: Place): LostItems | undefined {
  const itemPlace = placeIn(place, '[]');
  const keys = place.paths?.keys;
  const base = describeItems(converted, keys);
  const formerOf = new Map<number, number>();
  if (itemPlace.isHidden) {
    const { same } = matchItems(base, original, keys);
    for (const [from, to] of same.size > 0 ? same : inOrder(converted, original)) {
      formerOf.set(to, from);
    }
  } else {
    // The items were copied.
    if (converted.length !== original.length) return undefined;
    for (const index of converted.keys()) formerOf.set(index, index);
  }
  const items = original.map((item, index): LostItem => {
    const at = formerOf.get(index);
    if (at === undefined) return { item };
    const lost = lostContent(converted[at], item, itemPlace);
    return { at, ...(lost && { lost }) };
  });
  const isSame =
    converted.length === original.length &&
    items.every((each, index) => 'at' in each && each.at === index && !each.lost);
  return isSame ? undefined : { base, items };
}

/** Pairs values whose conversion changes them, such as the first of several hosts. */
function* inOrder(
  converted: readonly unknown[],
  original: readonly unknown[],
): Generator<readonly [number, number]> {
  if ([...converted, ...original].some(isMapping)) return;
  const length = Math.min(converted.length, original.length);
  for (let index = 0; index < length; index++) yield [index, index];
}

/**
 * Returns a value with the lost content restored.
 *
 * @param isUnchanged whether the object was not changed since the content was lost. If it was, a
 *   value that differs from the converted one is an edit, and remains.
 */
export function restoreContent(
  current: unknown,
  lost: LostContent,
  place: Place,
  isUnchanged: boolean,
): unknown {
  if (!isDeclared(place)) return current;
  if ('fields' in lost) return restoreFields(current, lost, place, isUnchanged);
  if ('items' in lost) return restoreItems(current, lost, place, isUnchanged);
  if (!place.isHidden) return current;
  if (isUnchanged) return lost.value;
  if (lost.was === undefined) return withHidden(current, lost.value, place);
  return current !== undefined && contentHash(current) === lost.was ? lost.value : current;
}

/** Adds hidden content to a value that was absent when the content was lost. */
function withHidden(current: unknown, hidden: unknown, place: Place): unknown {
  if (current === undefined) return hidden;
  const lost = lostContent(
    Array.isArray(hidden) ? [] : isMapping(hidden) ? {} : undefined,
    hidden,
    place,
  );
  const isSameType =
    (isMapping(current) && isMapping(hidden)) || (Array.isArray(current) && Array.isArray(hidden));
  return lost && isSameType ? restoreContent(current, lost, place, false) : current;
}

function restoreFields(
  current: unknown,
  { fields, isCreated }: LostFields,
  place: Place,
  isUnchanged: boolean,
): unknown {
  // Hidden fields remain although the fields beside them were removed. Server-side apply sets an object to
  // null when it removes its last field.
  const isAbsent = current === undefined || current === null;
  if (isAbsent ? current === undefined && !place.isHidden : !isMapping(current)) return current;
  const restored: Record<string, unknown> = isMapping(current) ? { ...current } : {};
  for (const [name, lost] of Object.entries(fields)) {
    const value = restoreContent(ownField(restored, name), lost, placeIn(place, name), isUnchanged);
    if (value === undefined) Reflect.deleteProperty(restored, name);
    else setField(restored, name, value);
  }
  if (Object.keys(restored).length > 0) return restored;
  if (isAbsent) return current;
  return isCreated === true && place.paths?.isCreated === true ? undefined : restored;
}

function restoreItems(
  current: unknown,
  { base, items }: LostItems,
  place: Place,
  isUnchanged: boolean,
): unknown {
  if (current === undefined ? !place.isHidden : !Array.isArray(current)) return current;
  const list: readonly unknown[] = Array.isArray(current) ? current : [];
  const itemPlace = placeIn(place, '[]');
  const keys = place.paths?.keys;
  const { same, replaced } =
    isUnchanged && base.length === list.length
      ? {
          same: new Map(list.map((_, index) => [index, index])),
          replaced: new Map<number, number>(),
        }
      : matchItems(base, list, keys);
  const added = itemPlace.isHidden
    ? addedItems(base, items, list, keys)
    : new Map<number, number>();
  const addedIndices = new Set(added.values());
  const values = [...list];
  /** The items before: the indices of those that are left, and hidden items. */
  const former: Slot[] = [];
  for (const [index, each] of items.entries()) {
    if ('at' in each) {
      const to = same.get(each.at);
      if (to !== undefined && each.lost) {
        values[to] = restoreContent(list[to], each.lost, itemPlace, isUnchanged);
      }
      const slot = to ?? replaced.get(each.at);
      if (slot !== undefined && !addedIndices.has(slot)) former.push(slot);
    } else if (itemPlace.isHidden) {
      const to = added.get(index);
      if (to !== undefined) values[to] = withHidden(list[to], each.item, itemPlace);
      former.push(to ?? { hidden: each.item });
    }
  }
  const gone = itemPlace.isHidden ? inventedItems(base, items, list, same) : new Set<number>();
  const isSorted = isAscending([...same, ...replaced].sort(([a], [b]) => a - b));
  const order = mergedOrder(former, list.length, isSorted).filter(
    (slot) => typeof slot !== 'number' || !gone.has(slot),
  );
  if (current === undefined && order.length === 0) return undefined;
  return order.map((slot) => (typeof slot === 'number' ? values[slot] : slot.hidden));
}

const isAscending = (pairs: readonly (readonly [number, number])[]): boolean =>
  pairs.every(([, to], index) => index === 0 || to > (pairs[index - 1]?.[1] ?? -1));

/** Finds items that only the conversion there and back had added, and that nobody has changed. */
function inventedItems(
  base: readonly DescribedItem[],
  items: readonly LostItem[],
  list: readonly unknown[],
  same: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const kept = new Set(items.map((each) => ('at' in each ? each.at : undefined)));
  const invented = [...same].filter(
    ([from, to]) => !kept.has(from) && hashOf(base[from] ?? {}) === contentHash(list[to]),
  );
  return new Set(invented.map(([, to]) => to));
}

/** Finds hidden items that a client has added without seeing them, by their identities. */
function addedItems(
  base: readonly DescribedItem[],
  items: readonly LostItem[],
  list: readonly unknown[],
  keys: readonly string[] | undefined,
): ReadonlyMap<number, number> {
  const ids = idsOf(list, keys);
  const taken = new Set(base.map(({ id }) => id));
  const hidden = items.map((each) => ('item' in each ? each.item : undefined));
  return new Map(
    idsOf(hidden, keys).flatMap((id, index) => {
      const to = id === undefined || taken.has(id) ? -1 : ids.indexOf(id);
      return to < 0 ? [] : [[index, to] as const];
    }),
  );
}

/** The index of an item of the current list, or an item that only the other version has. */
type Slot = number | { readonly hidden: unknown };

/**
 * Returns the items of the current list and the hidden ones. If nobody has reordered the items, they have
 * the former order, and new items follow the items that they follow in the current list. Otherwise, they
 * have the order of the current list, and hidden items follow the items that they followed.
 */
function mergedOrder(former: readonly Slot[], length: number, isSorted: boolean): Slot[] {
  const current: Slot[] = Array.from({ length }, (_, index) => index);
  const [order, more] = isSorted ? [former, current] : [current, former];
  const known = new Set(order);
  const followers = new Map<Slot | undefined, Slot[]>();
  for (const [index, slot] of more.entries()) {
    if (known.has(slot)) continue;
    const previous = more[index - 1];
    followers.set(previous, [...(followers.get(previous) ?? []), slot]);
  }
  const withFollowers = (slot: Slot | undefined): Slot[] => {
    const found: Slot[] = [];
    // A follower may have followers itself.
    for (const next = [slot]; next.length > 0;) {
      const each = next.shift();
      if (each !== undefined) found.push(each);
      next.unshift(...(followers.get(each) ?? []));
    }
    return found;
  };
  return [...withFollowers(undefined), ...order.flatMap(withFollowers)];
}

function ownField(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether a parsed value has the form of lost content. */
export function isLostContent(value: unknown): value is LostContent {
  if (!isMapping(value)) return false;
  const { fields, base, items } = value;
  if (fields !== undefined) {
    return isMapping(fields) && Object.values(fields).every(isLostContent);
  }
  if (items === undefined) return true;
  return (
    Array.isArray(base) &&
    base.every(isMapping) &&
    Array.isArray(items) &&
    items.every(
      (each: unknown) =>
        isMapping(each) &&
        ('item' in each || Number.isInteger(each['at'])) &&
        (each['lost'] === undefined || isLostContent(each['lost'])),
    )
  );
}
