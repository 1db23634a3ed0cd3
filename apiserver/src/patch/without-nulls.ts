import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '@vmgen/crd/internal/json';

/** What is new has nothing to remove: its nulls are dropped, except for elements of lists. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept: JsonObject = {};
  for (const key in value) {
    const entry = value[key];
    if (entry !== undefined && entry !== null) setOwn(kept, key, withoutNulls(entry));
  }
  return kept;
}
