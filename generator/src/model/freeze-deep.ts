/** Freezes plain data, so that no later stage changes what another one reads. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const children: Iterable<unknown> = value instanceof Map ? value.values() : Object.values(value);
  for (const child of children) freezeDeep(child);
  return value;
}
