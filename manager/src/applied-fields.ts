/** Returns the JSON text of a value with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Fields of an object that no manager owns. */
const UNOWNED = new Set(['apiVersion', 'kind']);
const UNOWNED_METADATA = new Set(['name', 'namespace', 'ownerReferences']);

/**
 * Returns whether a field set of `metadata.managedFields` contains all fields of a configuration
 * (structured-merge-diff, value/fields). A client that changes a field takes it out of the sets of
 * all other managers, so a complete set means that the object still has the values that were
 * applied: in the form in which the server stores them, without knowing its schema.
 *
 * The name, the namespace and the owner references are not looked for.
 */
export function ownsAll(
  fields: unknown,
  configuration: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(configuration).every(([name, value]) => {
    if (UNOWNED.has(name)) return true;
    if (name !== 'metadata' || !isObject(value)) return ownsField(fields, name, value);
    const metadata = Object.entries(value).filter(([field]) => !UNOWNED_METADATA.has(field));
    return metadata.every(([field, part]) => ownsField(fieldOf(fields, 'metadata'), field, part));
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
  if (!isObject(stringData)) return false;
  return Object.entries(stringData).every(([name, text]) => {
    const stored = isObject(data) && Object.hasOwn(data, name) ? data[name] : undefined;
    return (
      typeof text === 'string' &&
      typeof stored === 'string' &&
      Buffer.from(stored, 'base64').equals(Buffer.from(text))
    );
  });
}

function ownsField(fields: unknown, name: string, value: unknown): boolean {
  return value === undefined || ownsValue(fieldOf(fields, name), value);
}

function ownsValue(fields: unknown, value: unknown): boolean {
  if (!isObject(fields)) return false;
  const names = Object.keys(fields);
  // A scalar, or an object or a list that is owned as a whole.
  if (names.length === 0) return true;
  // The fields or items that were applied are lost.
  if (names.length === 1 && names[0] === '.') return isEmpty(value);
  if (Array.isArray(value)) return ownsItems(fields, names, value);
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, part]) => ownsField(fields, name, part));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Returns whether the items of a list are owned: of a set (`v:VALUE`) or of a map (`k:{KEYS}`). Each
 * item has an entry of its own.
 */
function ownsItems(fields: object, names: readonly string[], items: readonly unknown[]): boolean {
  const free = new Set(names);
  const takes = (item: Readonly<Record<string, unknown>>, isExact: boolean): boolean => {
    for (const name of free) {
      if (!isKeyOf(name, item, isExact) || !ownsValue(entryOf(fields, name), item)) continue;
      return free.delete(name);
    }
    return false;
  };
  const values = items.filter((item) => !isObject(item));
  if (!values.every((item) => free.has(`v:${JSON.stringify(item)}`))) return false;
  // An item that lacks a key has its default, such as the protocol of a port.
  const inexact = items.filter(isObject).filter((item) => !takes(item, true));
  return inexact.every((item) => takes(item, false));
}

/** Returns whether the name of an entry (`k:{KEYS}`) contains the keys of an item. */
function isKeyOf(name: string, item: Readonly<Record<string, unknown>>, isExact: boolean): boolean {
  if (!name.startsWith('k:')) return false;
  const keys: unknown = JSON.parse(name.slice(2));
  if (!isObject(keys)) return false;
  return Object.entries(keys).every(([key, value]) =>
    Object.hasOwn(item, key) ? item[key] === value : !isExact,
  );
}

function fieldOf(fields: unknown, name: string): unknown {
  return entryOf(fields, `f:${name}`);
}

function entryOf(fields: unknown, name: string): unknown {
  return isObject(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
