import type { JsonObject, JsonValue } from './json-value.js';

/** Sets an own property, also for `__proto__`, where an assignment would not. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    object[key] = value;
  }
}

/** The value of an own property. Ignores inherited ones (`constructor`, `toString`). */
export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
