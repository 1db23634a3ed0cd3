/** The fields of what JSON or YAML gave, each of which may be anything. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value of unknown origin has fields: no scalar, no list, not null. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
