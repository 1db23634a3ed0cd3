import { isMapping } from '@vmgen/runtime/meta';
import { canonicalJson } from '@vmgen/runtime/internal';

/** Fields of an object that no manager owns. */
const UNOWNED = new Set(['apiVersion', 'kind']);
const UNOWNED_METADATA = new Set(['name', 'namespace', 'ownerReferences']);

/**
 * Returns whether a field set of `metadata.managedFields` contains all fields of a configuration
 * (structured-merge-diff, value/fields). A client that changes a field takes it out of the sets of
 * all other managers, so a complete set means that the object still has the values that were
 * applied: in the form in which the server stores them, without knowing its schema. Only the order
 * of items is not part of a set; it is read from the object.
 *
 * The name, the namespace and the owner references are not looked for. An empty list that the object
 * lacks counts as applied.
 */
export function ownsAll(fields: unknown, configuration: object, object: object): boolean {
  return Object.entries(configuration).every(([name, value]: [string, unknown]) => {
    if (UNOWNED.has(name)) return true;
    if (name !== 'metadata' || !isMapping(value)) return ownsField(fields, name, value, object);
    const metadata = Object.entries(value).filter(([field]) => !UNOWNED_METADATA.has(field));
    const [owned, stored] = [fieldOf(fields, name), entryOf(object, name)];
    return metadata.every(([field, part]) => ownsField(owned, field, part, stored));
  });
}

/**
 * Returns whether a Secret contains the texts of `stringData`. The server stores them in `data`, but
 * a field set keeps the name that was applied, so ownership does not show changes of `data`.
 */
export function containsStringData(secret: object, configuration: object): boolean {
  const stringData = entryOf(configuration, 'stringData');
  if (stringData === undefined) return true;
  const data = entryOf(secret, 'data');
  if (!isMapping(stringData)) return false;
  return Object.entries(stringData).every(([name, text]) => {
    const stored = isMapping(data) && Object.hasOwn(data, name) ? data[name] : undefined;
    return (
      typeof text === 'string' &&
      typeof stored === 'string' &&
      Buffer.from(stored, 'base64').equals(Buffer.from(text))
    );
  });
}

function ownsField(fields: unknown, name: string, value: unknown, stored: unknown): boolean {
  return value === undefined || ownsValue(fieldOf(fields, name), value, entryOf(stored, name));
}

function ownsValue(fields: unknown, value: unknown, stored: unknown): boolean {
  if (!isMapping(fields)) return hasNoFields(value, stored);
  const names = Object.keys(fields);
  // A scalar or a list that is owned as a whole. An object too, or one without a schema that has lost
  // its fields: only its content shows which.
  if (names.length === 0) return !isMapping(value) || containsAll(stored, value);
  // The fields or items that were applied are lost.
  if (names.length === 1 && names[0] === '.') return isEmpty(value);
  if (Array.isArray(value)) return ownsItems(fields, value, stored);
  if (!isMapping(value)) return false;
  return Object.entries(value).every(([name, part]) => ownsField(fields, name, part, stored));
}

/** An empty list of items with keys has no entry, nor has an object with only such lists. */
function hasNoFields(value: unknown, stored: unknown): boolean {
  if (Array.isArray(value)) return isEmpty(value) && isEmpty(stored ?? []);
  if (!isMapping(value) || isEmpty(value)) return false;
  return Object.entries(value).every(([name, part]) => hasNoFields(part, entryOf(stored, name)));
}

/** Returns whether a stored value has all fields of another, and may have more. */
function containsAll(stored: unknown, value: unknown): boolean {
  if (Array.isArray(value)) {
    if (!Array.isArray(stored) || stored.length !== value.length) return false;
    return value.every((item, index) => containsAll(stored[index], item));
  }
  if (!isMapping(value)) return stored === value;
  return Object.entries(value).every(([name, part]) => containsAll(entryOf(stored, name), part));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Returns whether the items of a list are owned, of a set (`v:VALUE`) or of a map (`k:{KEYS}`), and
 * stored in this order. Each item has an entry of its own.
 */
function ownsItems(fields: object, items: readonly unknown[], stored: unknown): boolean {
  if (!Array.isArray(stored)) return false;
  const free = new Set(Object.keys(fields));
  /** Takes the entry of an item, and returns the index of the stored item; -1 if it is not owned. */
  const take = (item: unknown, isExact: boolean): number => {
    for (const name of free) {
      const identity = identityOf(name);
      if (!isIdentified(item, identity, isExact)) continue;
      const index = stored.findIndex((each) => isIdentified(each, identity, true));
      if (isMapping(item) && !ownsValue(entryOf(fields, name), item, stored[index])) continue;
      free.delete(name);
      return index;
    }
    return -1;
  };
  const exact = items.map((item) => take(item, true));
  // An item that lacks a key has its default, such as the protocol of a port.
  const indexes = exact.map((index, at) => (index < 0 ? take(items[at], false) : index));
  return indexes.every((index, at) => index > (indexes[at - 1] ?? -1));
}

/** The value or the keys of an entry of a list. */
interface Identity {
  readonly value?: unknown;
  readonly keys?: unknown;
}

function identityOf(name: string): Identity {
  if (name.startsWith('k:')) return { keys: JSON.parse(name.slice(2)) };
  return name.startsWith('v:') ? { value: JSON.parse(name.slice(2)) } : {};
}

function isIdentified(item: unknown, { value, keys }: Identity, isExact: boolean): boolean {
  if (!isMapping(keys)) return value !== undefined && canonicalJson(value) === canonicalJson(item);
  if (!isMapping(item)) return false;
  return Object.entries(keys).every(([key, wanted]) =>
    Object.hasOwn(item, key) ? item[key] === wanted : !isExact,
  );
}

function fieldOf(fields: unknown, name: string): unknown {
  return entryOf(fields, `f:${name}`);
}

function entryOf(fields: unknown, name: string): unknown {
  return isMapping(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
