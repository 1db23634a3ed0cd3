import type { DeepReadonly } from './deep-readonly.js';
import { hasEntries } from './is-mapping.js';

/**
 * Returns a deep copy of a JSON value. Generated `deepCopy…` functions are faster; this one is for
 * values without a type of their own. A key named `__proto__` is copied as an ordinary key.
 */
export function deepCopyJson<T>(value: DeepReadonly<T>): T {
  // This cast removes `readonly`: a copy has the shape of its source.
  return copyValue(value) as T;
}

type Fields = Record<string, unknown>;

function copyValue(value: unknown): unknown {
  if (!hasEntries(value)) return value;
  return Array.isArray(value) ? copyArray(value) : copyFields(value);
}

function copyArray(source: readonly unknown[]): unknown[] {
  const copy = new Array<unknown>(source.length);
  for (let i = 0; i < source.length; i++) copy[i] = copyValue(source[i]);
  return copy;
}

/** Twice as fast as `Object.entries`. JSON values have no inherited enumerable properties. */
function copyFields(source: Fields): Fields {
  const copy: Fields = {};
  for (const key in source) {
    if (key === '__proto__') defineOwn(copy, key, copyValue(source[key]));
    else copy[key] = copyValue(source[key]);
  }
  return copy;
}

/** Plain assignment to `__proto__` would set the prototype instead of a field. */
function defineOwn(target: Fields, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
