import { isMapping } from '@vmgen/base/json';
import { itemSchema, type JSONSchemaProps, valueSchema } from '@vmgen/base/schema';
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
 * @param schema the schema of the part
 */
export function unexplainedChange(
  change: Change,
  keepsParents: boolean,
  schema: JSONSchemaProps,
  path = '',
): string | undefined {
  const { first, second, before, after } = change;
  if (isDeepStrictEqual(first, second)) return differenceOf(before, after, path);
  const all = [first, second, before, after];
  if (all.every((each) => Array.isArray(each))) {
    return unexplainedItem(all, keepsParents, schema, path);
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
      schema.properties?.[name] ?? valueSchema(schema) ?? {},
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

/** The fields of items that are their identity by convention. */
export const ID_FIELDS: readonly string[] = ['name', 'key', 'id', 'type'];

/** The identity of an item, by the keys of a list of type map or else by convention. */
function idOf(item: unknown, keys: readonly string[] | undefined): string | undefined {
  if (!isMapping(item)) return undefined;
  const fields = keys ?? ID_FIELDS.filter((name) => typeof item[name] === 'string').slice(0, 1);
  if (fields.every((name) => item[name] === undefined)) return undefined;
  return fields.map((name) => `${name}=${String(item[name])}`).join(',');
}

interface Items {
  readonly byId: ReadonlyMap<string | undefined, unknown>;
  readonly others: readonly unknown[];
}

/** Separates the items with identities from the others. An identity of several items does not count. */
function itemsOf(
  all: readonly (readonly unknown[])[],
  keys: readonly string[] | undefined,
): readonly Items[] {
  const ids = all.map((items) => items.map((item) => idOf(item, keys)));
  const shared = new Set(ids.flatMap((own) => own.filter((id, at) => own.indexOf(id) !== at)));
  shared.add(undefined);
  return all.map((items, side) => {
    const isOther = items.map((_, at) => shared.has(ids[side]?.[at]));
    return {
      byId: new Map(items.flatMap((item, at) => (isOther[at] ? [] : [[ids[side]?.[at], item]]))),
      others: items.filter((_, at) => isOther[at]),
    };
  });
}

/** Items with identities keep their hidden content, and take no other. Hidden items without them remain. */
function unexplainedItem(
  all: readonly (readonly unknown[])[],
  keepsParents: boolean,
  schema: JSONSchemaProps,
  path: string,
): string | undefined {
  const sides = itemsOf(all, schema['x-kubernetes-list-map-keys']);
  const [inFirst, , inBefore] = sides;
  // Otherwise, items get their identities from the hidden content.
  const keepsIds =
    (inFirst?.others.length ?? 0) <= (inBefore?.others.length ?? 0) &&
    [...(inFirst?.byId.keys() ?? [])].every((id) => inBefore?.byId.has(id));
  for (const id of new Set(sides.flatMap(({ byId }) => [...byId.keys()]))) {
    const change = changeOf(sides.map(({ byId }) => byId.get(id)));
    const at = `${path}[${String(id)}]`;
    const { first, second, before, after } = change;
    if (!keepsIds && (first === undefined || before === undefined)) continue;
    // The edit added or removed the item.
    const isRemoved = first !== undefined && second === undefined;
    const isNew = before === undefined && second !== undefined;
    const found = isRemoved
      ? undefined
      : isNew
        ? differenceOf(second, after, at)
        : unexplainedChange(change, keepsParents, itemSchema(schema) ?? {}, at);
    if (found !== undefined) return found;
  }
  return lostItem(
    sides.map(({ others }) => others),
    path,
  );
}

/** Items that the other version does not have remain as often as they occur. */
function lostItem(
  [first = [], , before = [], after = []]: readonly (readonly unknown[])[],
  path: string,
): string | undefined {
  const hidden = without(before, first);
  // The conversion changes items: which ones are hidden is not known.
  if (hidden === undefined) return undefined;
  return without(after, hidden) === undefined ? path : undefined;
}

/** The items without others; undefined if they do not have them all. */
function without(
  items: readonly unknown[],
  others: readonly unknown[],
): readonly unknown[] | undefined {
  const left = [...items];
  for (const other of others) {
    const at = left.findIndex((item) => isDeepStrictEqual(item, other));
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return left;
}
