import { deepCopyJson } from './deep-copy-json.js';
import { isMapping, type Mapping } from './is-mapping.js';

/** A set of fields as `managedFields` has it (FieldsV1): by path element, `.` for the field itself. */
type FieldTree = Mapping;

/**
 * What of `value` the fields of `tree` are. Path elements are `f:NAME`, `k:{KEYS}` for the item of a list
 * with those keys, `v:VALUE` for an item of a set, and `i:INDEX`.
 *
 * No schema says here whether a field is owned as a whole or by its parts. Its parts are told by their
 * owners: where anyone owns some (`trees` are those of all managers), an owner of the field itself owns
 * that it is there, and nothing in it.
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
    // fromEntries defines properties, so that a key `__proto__` stays a key.
    return Object.fromEntries(
      owned.map((each) => [each.slice(2), partAt(each, fields.get(each.slice(2)))]),
    );
  }
  const items: readonly unknown[] = value;
  return items.flatMap((item, index) => {
    const element = elements.find((each) => isElementOf(each, item, index));
    if (element === undefined) return [];
    const part = partAt(element, item);
    // An item is nothing without its keys, whoever owns them.
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

/** Whether an item of a list is the one that a path element names. */
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

/** Undefined where it is none: who wrote it cannot have meant an item of ours. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keys, and items of sets, are scalars as a rule. */
function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
