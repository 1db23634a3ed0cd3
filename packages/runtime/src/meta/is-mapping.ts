/** An object from JSON or YAML whose values are of unknown types. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object other than null or an array. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value has entries: an object or an array, whose entries are found by index. */
export function hasEntries(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
