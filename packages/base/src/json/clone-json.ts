import { setOwn } from './own-property.js';
import type { JsonObject, JsonValue } from './json-value.js';

/** Creates a deep copy. Omits keys whose value is undefined. */
export function cloneJson<T extends JsonValue>(value: T): T;
export function cloneJson(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cloneJson(item));
  const copy: JsonObject = {};
  for (const key in value) {
    const entry = value[key];
    if (entry !== undefined) setOwn(copy, key, cloneJson(entry));
  }
  return copy;
}
