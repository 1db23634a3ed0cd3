import { isMapping } from '@vmgen/base/json';
import { isDeepStrictEqual } from 'node:util';

/** An object of JSON. */
export type Fields = Record<string, unknown>;

/** The path of the first difference. */
export function differenceOf(a: unknown, b: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(a, b)) return undefined;
  if (isMapping(a) && isMapping(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = differenceOf(a[name], b[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    for (const [index, item] of a.entries()) {
      const found = differenceOf(item, b[index], `${path}[${index}]`);
      if (found !== undefined) return found;
    }
  }
  return path;
}

/** A part of an object before and after an edit in another version. */
interface Change {
  /** The conversions of both states of the other version, without hidden content. */
  readonly first: unknown;
  readonly second: unknown;
  /** The object before the edit, and the conversion of the edited object. */
  readonly before: unknown;
  readonly after: unknown;
}

const orEmpty = (value: unknown): unknown => value ?? {};

/**
 * The path of a field that has changed, although the conversion of the edit does not change it.
 *
 * @param keepsParents whether the edit removes no object, so that hidden fields remain below absent ones
 */
export function unexplainedChange(
  change: Change,
  keepsParents: boolean,
  path = '',
): string | undefined {
  const { first, second, before, after } = change;
  if (isDeepStrictEqual(first, second)) return differenceOf(before, after, path);
  const all = [first, second, before, after];
  if (all.every((each) => Array.isArray(each))) {
    return unexplainedItem(all, keepsParents, path);
  }
  const [a, b, c, d] = [
    isMapping(before) ? orEmpty(first) : first,
    keepsParents ? orEmpty(second) : second,
    before,
    keepsParents ? orEmpty(after) : after,
  ];
  if (![a, b, c, d].every(isMapping)) return undefined;
  const sides = [a, b, c, d].filter(isMapping);
  for (const name of new Set(sides.flatMap((each) => Object.keys(each)))) {
    const found = unexplainedChange(
      changeOf(sides.map((each) => each[name])),
      keepsParents,
      `${path}.${name}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

const changeOf = ([first, second, before, after]: readonly unknown[]): Change => ({
  first,
  second,
  before,
  after,
});

const ID_FIELDS = ['name', 'key', 'id', 'type'];

/** The fields of items that are their identity by convention. */
export const isIdField = (name: string): boolean => ID_FIELDS.includes(name);

function idOf(item: unknown): string | undefined {
  if (!isMapping(item)) return undefined;
  const field = ID_FIELDS.find((name) => typeof item[name] === 'string');
  return field === undefined ? undefined : `${field}=${String(item[field])}`;
}

/** Items with identities keep their hidden content, and take no other. Hidden items without them remain. */
function unexplainedItem(
  all: readonly (readonly unknown[])[],
  keepsParents: boolean,
  path: string,
): string | undefined {
  const byId = all.map((items) => new Map(items.map((item) => [idOf(item), item])));
  const haveIds = all.every(
    (items, side) => byId[side]?.size === items.length && !byId[side].has(undefined),
  );
  if (!haveIds) return all.flat().some(isMapping) ? undefined : lostItem(all, path);
  for (const id of new Set(byId.flatMap((items) => [...items.keys()]))) {
    const change = changeOf(byId.map((items) => items.get(id)));
    const at = `${path}[${String(id)}]`;
    const { first, second, before, after } = change;
    // The edit added or removed the item.
    const isRemoved = first !== undefined && second === undefined;
    const isNew = before === undefined && second !== undefined;
    const found = isRemoved
      ? undefined
      : isNew
        ? differenceOf(second, after, at)
        : unexplainedChange(change, keepsParents, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Items that the other version does not have remain as often as they occur. */
function lostItem(
  [first = [], , before = [], after = []]: readonly (readonly unknown[])[],
  path: string,
): string | undefined {
  const hidden = new Map<string, number>();
  const count = (items: readonly unknown[], by: number): void => {
    for (const item of items) {
      const text = JSON.stringify(item);
      hidden.set(text, (hidden.get(text) ?? 0) + by);
    }
  };
  count(before, 1);
  count(first, -1);
  // The conversion changes items: which ones are hidden is not known.
  if ([...hidden.values()].some((each) => each < 0)) return undefined;
  count(after, -1);
  return [...hidden.values()].some((each) => each > 0) ? path : undefined;
}
