/**
 * Freezes plain data, so that no later stage changes it. Source positions, half of all objects, are skipped:
 * they are created in one place and only printed.
 */
export function freezeData<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const children: Iterable<unknown> =
    Array.isArray(value) || value instanceof Map ? value.values() : Object.values(value);
  for (const child of children) {
    if (typeof child === 'object' && child !== null && !('column' in child)) freezeData(child);
  }
  return value;
}
