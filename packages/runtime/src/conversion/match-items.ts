import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../meta/is-mapping.js';
import { contentHash } from './content-hash.js';

/** An item of a list, as an annotation describes it. */
export interface DescribedItem {
  /** The identity; undefined if the item has none, or if another item has the same. */
  readonly id?: string;
  /** The hash of an item with an identity. */
  readonly was?: string;
  /** An item without identity. */
  readonly item?: unknown;
}

/** The fields that identify items by convention, if the schema of the list declares no keys. */
const ID_FIELDS = ['name', 'key', 'id', 'type'];

function idOf(item: unknown, keys: readonly string[] | undefined): string | undefined {
  if (keys?.length === 0) return JSON.stringify(item);
  if (!isMapping(item)) return undefined;
  const fields = keys ?? ID_FIELDS.filter((name) => typeof item[name] === 'string').slice(0, 1);
  const values = fields.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined));
  if (values.every((value) => value === undefined)) return undefined;
  return JSON.stringify([fields, values.map(String)]);
}

/** Returns the identities of items. An identity of several items does not count. */
export function idsOf(
  items: readonly unknown[],
  keys: readonly string[] | undefined,
): (string | undefined)[] {
  const ids = items.map((item) => idOf(item, keys));
  const counts = new Map<string | undefined, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ids.map((id) => (counts.get(id) === 1 ? id : undefined));
}

/** Describes the items of a list. */
export function describeItems(
  items: readonly unknown[],
  keys: readonly string[] | undefined,
): DescribedItem[] {
  const ids = idsOf(items, keys);
  return items.map((item, index) => {
    const id = ids[index];
    return id === undefined ? { item } : { id, was: contentHash(item) };
  });
}

export const hashOf = ({ was, item }: DescribedItem): string => was ?? contentHash(item);

/** Which items of a list are those of a former list. */
interface ItemMatches {
  /** The indices of the same items, by former index. */
  readonly same: ReadonlyMap<number, number>;
  /** The indices of other items at the positions of former items, by former index. */
  readonly replaced: ReadonlyMap<number, number>;
}

/**
 * Finds the items of a former list in the current list. Items with an identity match only each other.
 * The others match if they are equal, then if one has all fields of the other, and then by their
 * positions if nothing indicates that the list was changed otherwise.
 */
export function matchItems(
  former: readonly DescribedItem[],
  current: readonly unknown[],
  keys: readonly string[] | undefined,
): ItemMatches {
  const same = new Map<number, number>();
  const ids = idsOf(current, keys);
  const left = new Set(current.keys());
  const unmatched = (): number[] => [...former.keys()].filter((index) => !same.has(index));
  const add = (pairs: Iterable<readonly [number, number]>): void => {
    for (const [from, to] of pairs) {
      same.set(from, to);
      left.delete(to);
    }
  };

  const indexOfId = new Map(ids.map((id, index) => [id, index]));
  add(
    [...former.entries()].flatMap(([from, { id }]) => {
      const to = id === undefined ? undefined : indexOfId.get(id);
      return to === undefined ? [] : [[from, to] as const];
    }),
  );
  // An item with another identity is another item.
  const free = (): number[] => [...left].filter((index) => ids[index] === undefined);
  add(
    equalItems(
      unmatched().map((index) => [index, hashOf(former[index] ?? {})] as const),
      free().map((index) => [index, contentHash(current[index])] as const),
    ),
  );
  add(onlyPairs(unmatched(), free(), (from, to) => hasFieldsOf(current[to], former[from]?.item)));
  const isInPlace =
    former.length === current.length && [...same].every(([from, to]) => from === to);
  const others = isInPlace ? unmatched().filter((index) => left.has(index)) : [];
  add(
    others
      .filter((index) => ids[index] === undefined && former[index]?.id === undefined)
      .map((index) => [index, index]),
  );
  const replaced = new Map(others.filter((index) => left.has(index)).map((at) => [at, at]));
  return { same, replaced };
}

type Pair = readonly [number, number];
type Hashed = readonly (readonly [index: number, hash: string])[];

/** Pairs the beginning and the end of both lists, and then each item with the first one that is free. */
function equalItems(from: Hashed, to: Hashed): Pair[] {
  const pairs: Pair[] = [];
  const pairAt = (at: number): boolean => {
    const [[a = -1, hash] = [], [b = -1, other] = []] = [from.at(at), to.at(at)];
    if (hash === undefined || hash !== other) return false;
    pairs.push([a, b]);
    return true;
  };
  const most = Math.min(from.length, to.length);
  let [start, end] = [0, 0];
  while (start < most && pairAt(start)) start++;
  while (start + end < most && pairAt(-1 - end)) end++;
  const free = new Map<string, Set<number>>();
  for (const [index, hash] of to.slice(start, to.length - end)) {
    free.set(hash, (free.get(hash) ?? new Set()).add(index));
  }
  for (const [a, hash] of from.slice(start, from.length - end)) {
    const equal = free.get(hash) ?? new Set();
    const [first] = equal;
    const b = equal.has(a) ? a : first;
    if (b === undefined) continue;
    equal.delete(b);
    pairs.push([a, b]);
  }
  return pairs;
}

/** Clients choose the lengths of lists, and each item is compared with each other. */
const MOST_COMPARISONS = 10_000;

/** Returns the pairs of which each item occurs in no other pair. */
function onlyPairs(
  from: readonly number[],
  to: readonly number[],
  isPair: (from: number, to: number) => boolean,
): Pair[] {
  if (from.length * to.length > MOST_COMPARISONS) return [];
  const all = from.flatMap((a) => to.filter((b) => isPair(a, b)).map((b) => [a, b] as const));
  const [first, second] = [new Map<number, number>(), new Map<number, number>()];
  for (const [a, b] of all) {
    first.set(a, (first.get(a) ?? 0) + 1);
    second.set(b, (second.get(b) ?? 0) + 1);
  }
  return all.filter(([a, b]) => first.get(a) === 1 && second.get(b) === 1);
}

/** Whether an item has all fields of another, such as one to which the API server added defaults. */
function hasFieldsOf(item: unknown, other: unknown): boolean {
  if (!isMapping(item) || !isMapping(other)) return false;
  const fields = Object.entries(other);
  return (
    fields.length > 0 &&
    fields.every(
      ([name, value]) => Object.hasOwn(item, name) && isDeepStrictEqual(item[name], value),
    )
  );
}
