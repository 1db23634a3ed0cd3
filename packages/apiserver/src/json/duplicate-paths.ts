import { isJsonObject, type DuplicateKeys, type JsonValue } from '@vmgen/base/json';

/** Returns the paths of the duplicate keys in a value, in its order. */
export function duplicatePaths(value: JsonValue, duplicates: DuplicateKeys, path = ''): string[] {
  if (duplicates.size === 0) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => duplicatePaths(item, duplicates, `${path}[${i}]`));
  }
  if (!isJsonObject(value)) return [];
  const repeated = duplicates.get(value);
  return Object.entries(value).flatMap(([key, member]) => {
    const below = path === '' ? key : `${path}.${key}`;
    const own = repeated?.has(key) === true ? [below] : [];
    return [...own, ...duplicatePaths(member, duplicates, below)];
  });
}
