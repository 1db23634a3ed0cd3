import { deepCopyJson } from './deep-copy-json.js';
import { isMapping, type Mapping } from './is-mapping.js';

/**
 * A set of fields in the format of `managedFields` (FieldsV1): keyed by path element, with `.` for
 * the field itself.
 */
type FieldTree = Mapping;

/**
 * Returns the part of `value` that consists of the fields of `tree`. Path elements are `f:NAME`,
 * `k:{KEYS}` for the item of a list with those keys, `v:VALUE` for an item of a set, and `i:INDEX`.
 *
 * There is no schema here that defines whether a field is atomic or is owned by its parts. This is
 * inferred from the owners (`trees` contains the fields of all managers): if any manager owns a
 * part of a field, an owner of the field itself owns only its existence.
 */
export function ownedPart(value: unknown, tree: FieldTree, trees: readonly FieldTree[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const elements = elementsOf(tree);
  if (elements.length === 0 && !trees.some((each) => elementsOf(each).length > 0)) {
    return deepCopyJson<unknown>(value);
  }
  const partAt = (element: string, inner: unknown): unknown =>
    ownedPart(
      inner,
      below(tree, element),
      trees.map((each) => below(each, element)),
    );
  if (!Array.isArray(value)) {
    const fields = new Map(Object.entries(value));
    const owned = elements.filter((each) => each.startsWith('f:') && fields.has(each.slice(2)));
    // fromEntries defines properties, so a key `__proto__` remains an ordinary key.
    return Object.fromEntries(
      owned.map((each) => [each.slice(2), partAt(each, fields.get(each.slice(2)))]),
    );
  }
  const items: readonly unknown[] = value;
  return items.flatMap((item, index) => {
    const element = elements.find((each) => isElementOf(each, item, index));
    if (element === undefined) return [];
    const part = partAt(element, item);
    // An item needs its keys to be identified, regardless of their owner.
    const keys = element.startsWith('k:') ? readJson(element.slice(2)) : undefined;
    return [isMapping(keys) && isMapping(part) ? { ...keys, ...part } : part];
  });
}

function elementsOf(tree: FieldTree): string[] {
  return Object.keys(tree).filter((element) => element !== '.');
}

function below(tree: FieldTree, element: string): FieldTree {
  const inner = Object.hasOwn(tree, element) ? tree[element] : undefined;
  return isMapping(inner) ? inner : {};
}

/** Returns whether a path element identifies this item of a list. */
function isElementOf(element: string, item: unknown, index: number): boolean {
  const text = element.slice(2);
  switch (element.slice(0, 2)) {
    case 'i:':
      return text === String(index);
    case 'v:':
      return isSame(readJson(text), item);
    case 'k:': {
      const keys = readJson(text);
      if (!isMapping(keys) || !isMapping(item)) return false;
      return Object.entries(keys).every(
        ([key, value]) => Object.hasOwn(item, key) && isSame(value, item[key]),
      );
    }
    default:
      return false;
  }
}

/** Returns undefined for invalid JSON, which identifies no item. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keys and items of sets are usually scalars, so comparing their JSON is sufficient. */
function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
