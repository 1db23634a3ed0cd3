import { isPending, settled } from '../async/settled.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** The values of a key in an index. Most keys have one value, which is stored without an array. */
type Values = string | readonly string[];

/**
 * The keys of a value. Large indexes often have one key per value, which is stored without a set.
 */
type KeysByValue = Map<string, string | Set<string>>;

const NO_VALUES: readonly string[] = [];

/**
 * An index of object keys by the values that an index function returns.
 *
 * The values of a key are not stored, because that would take more memory than the index. Instead,
 * the function is called again for the previous object, and its result is used if the key is found
 * there. If the function now returns something else or throws, all values are searched.
 */
export class KeyIndex<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #valuesOf: (object: Cached<T, S>) => readonly string[];
  readonly #onError: (key: string, error: unknown) => void;
  #keys: KeysByValue = new Map();
  /** The keys without a value. */
  #unindexed = new Set<string>();
  /** The values of keys that have several. */
  #many = new Map<string, readonly string[]>();

  /** `onError` is called if the function fails for a new object. It must not throw. */
  constructor(
    valuesOf: (object: Cached<T, S>) => readonly string[],
    onError: (key: string, error: unknown) => void,
  ) {
    this.#valuesOf = valuesOf;
    this.#onError = onError;
  }

  /** Returns the keys of a value. The result is live: copy it before the index changes. */
  keys(value: string): Iterable<string> {
    const keys = this.#keys.get(value) ?? NO_VALUES;
    return typeof keys === 'string' ? [keys] : keys;
  }

  values(): string[] {
    return [...this.#keys.keys()];
  }

  /** Updates the values of a key; removes the key if there is no object. */
  update(key: string, before: Cached<T, S> | undefined, object: Cached<T, S> | undefined): void {
    const left = before && this.#valuesBefore(key, before);
    const entered = object && this.#checked(key, object);
    if (left !== undefined && entered !== undefined && isSame(left, entered)) return;
    if (left !== undefined) this.#leave(key, left);
    if (entered !== undefined) this.#enter(key, entered);
  }

  /** Clears the index and indexes `objects`. */
  rebuild(objects: ReadonlyMap<string, Cached<T, S>>): void {
    this.#keys = new Map();
    this.#unindexed = new Set();
    this.#many = new Map();
    for (const [key, object] of objects) this.#enter(key, this.#checked(key, object));
  }

  #checked(key: string, object: Cached<T, S>): Values {
    try {
      return checkIndexValues(this.#valuesOf(object));
    } catch (error) {
      this.#onError(key, error);
      return NO_VALUES;
    }
  }

  /** Returns the values of a key whose object was `before`. */
  #valuesBefore(key: string, before: Cached<T, S>): Values {
    const many = this.#many.get(key);
    if (many !== undefined) return many;
    if (this.#unindexed.has(key)) return NO_VALUES;
    const value = this.#repeat(before);
    if (typeof value === 'string' && has(this.#keys.get(value), key)) return value;
    for (const [other, keys] of this.#keys) if (has(keys, key)) return other;
    return NO_VALUES;
  }

  /** Calls the function for an object again. Errors were reported at the first call. */
  #repeat(object: Cached<T, S>): Values | undefined {
    try {
      return checkIndexValues(this.#valuesOf(object));
    } catch {
      return undefined;
    }
  }

  #enter(key: string, values: Values): void {
    if (typeof values === 'string') {
      addKey(this.#keys, values, key);
    } else if (values.length === 0) {
      this.#unindexed.add(key);
    } else {
      this.#many.set(key, values);
      for (const value of values) addKey(this.#keys, value, key);
    }
  }

  #leave(key: string, values: Values): void {
    this.#unindexed.delete(key);
    this.#many.delete(key);
    if (typeof values === 'string') removeKey(this.#keys, values, key);
    else for (const value of values) removeKey(this.#keys, value, key);
  }
}

/**
 * Validates and copies the result of an index function, whose code may violate its type.
 *
 * @throws VmgenError `ERR_VMGEN_ARGUMENT`
 */
export function checkIndexValues(values: readonly string[]): Values {
  if (!Array.isArray(values)) {
    // The promise of an async function may reject later.
    if (isPending(values)) void settled(values, () => undefined);
    throw new VmgenError('ERR_VMGEN_ARGUMENT', 'an index function must return an array of strings');
  }
  const { length } = values;
  if (length === 1) return checkedValue(values[0]);
  const checked: string[] = [];
  for (let i = 0; i < length; i++) {
    const value = checkedValue(values[i]);
    if (!checked.includes(value)) checked.push(value);
  }
  return checked.length === 0 ? NO_VALUES : checked;
}

function checkedValue(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `an index function must return strings, not ${value === null ? 'null' : typeof value}`,
  );
}

/** The common case: an update does not change the indexed values. */
function isSame(a: Values, b: Values): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string' || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function has(keys: string | Set<string> | undefined, key: string): boolean {
  return typeof keys === 'string' ? keys === key : keys !== undefined && keys.has(key);
}

function addKey(keys: KeysByValue, value: string, key: string): void {
  const known = keys.get(value);
  if (known === undefined) keys.set(value, key);
  else if (typeof known !== 'string') known.add(key);
  else if (known !== key) keys.set(value, new Set([known, key]));
}

function removeKey(keys: KeysByValue, value: string, key: string): void {
  const known = keys.get(value);
  if (known === key) keys.delete(value);
  else if (known instanceof Set && known.delete(key) && known.size === 0) keys.delete(value);
}
