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

function ownsField(fields: unknown, name: string, value: unknown): boolean {
  return value === undefined || ownsValue(fieldOf(fields, name), value);
}

function ownsValue(fields: unknown, value: unknown): boolean {
  if (!isObject(fields)) return false;
  const names = Object.keys(fields);
  // A scalar, or an object or a list that is owned as a whole.
  if (names.length === 0 || (names.length === 1 && names[0] === '.'))
    return isOwnedWhole(names, value);
  if (Array.isArray(value)) return value.every((item) => ownsItem(fields, names, item));
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, part]) => ownsField(fields, name, part));
}

/** An object or list of which only the entry `.` is owned has lost its fields. */
function isOwnedWhole(names: readonly string[], value: unknown): boolean {
  return names.length === 0 || !isObject(value) || Object.keys(value).length === 0;
}

/** Returns whether an item of a list is owned: of a set (`v:VALUE`) or of a map (`k:{KEYS}`). */
function ownsItem(fields: object, names: readonly string[], item: unknown): boolean {
  if (!isObject(item)) return names.includes(`v:${JSON.stringify(item)}`);
  return names.some((name) => {
    if (!name.startsWith('k:')) return false;
    const keys: unknown = JSON.parse(name.slice(2));
    // A key that the item lacks has its default, such as the protocol of a port.
    const isKey =
      isObject(keys) &&
      Object.entries(keys).every(([key, value]) => !(key in item) || item[key] === value);
    return isKey && ownsValue(entryOf(fields, name), item);
  });
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
