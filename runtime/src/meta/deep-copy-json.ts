import type { DeepReadonly } from './deep-readonly.js';

/**
 * A copy of a JSON value that shares nothing with it. Generated `deepCopy…` functions are faster;
 * this one serves what has no type of its own. A key named `__proto__` stays an ordinary key.
 */
export function deepCopyJson<T>(value: DeepReadonly<T>): T {
  // The one cast: a copy has the source's shape without its readonly marks.
  return copyValue(value) as T;
}

type Fields = Record<string, unknown>;

function copyValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Array.isArray(value) ? copyArray(value) : copyFields(value);
}

/** Arrays count too: they are told apart by the caller. */
function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function copyArray(source: readonly unknown[]): unknown[] {
  const copy = new Array<unknown>(source.length);
  for (let i = 0; i < source.length; i++) copy[i] = copyValue(source[i]);
  return copy;
}

/** Twice as fast as over `Object.entries`; JSON values inherit nothing that could be enumerated. */
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
