import { isPending, settled } from '../async/settled.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** What a key stands under in an index: most have one value, some none, few have many. */
type Values = string | readonly string[];

/** Most indices that are dear have one key under each value. */
type KeysByValue = Map<string, string | Set<string>>;

const NO_VALUES: readonly string[] = [];

/**
 * One index: keys of objects by the values that a function gives for them.
 *
 * What a key stands under is not remembered, for that takes more memory than the index: the function
 * is asked again about the object of before, and believed where the key stands there. One that says
 * something else by now, or throws, costs a search through all values.
 */
export class KeyIndex<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #valuesOf: (object: Cached<T, S>) => readonly string[];
  readonly #onError: (key: string, error: unknown) => void;
  #keys: KeysByValue = new Map();
  /** The keys under no value. */
  #nowhere = new Set<string>();
  /** The values of keys that have many. */
  #many = new Map<string, readonly string[]>();

  /** `onError` is told of a new object for which the function fails; it must not throw. */
  constructor(
    valuesOf: (object: Cached<T, S>) => readonly string[],
    onError: (key: string, error: unknown) => void,
  ) {
    this.#valuesOf = valuesOf;
    this.#onError = onError;
  }

  /** The keys under a value; live, so copy before writing. */
  keys(value: string): Iterable<string> {
    const keys = this.#keys.get(value) ?? NO_VALUES;
    return typeof keys === 'string' ? [keys] : keys;
  }

  values(): string[] {
    return [...this.#keys.keys()];
  }

  /** Puts a key under the values of the object that it has now; takes it out without one. */
  update(key: string, before: Cached<T, S> | undefined, object: Cached<T, S> | undefined): void {
    const left = before && this.#standing(key, before);
    const entered = object && this.#checked(key, object);
    if (left !== undefined && entered !== undefined && isSame(left, entered)) return;
    if (left !== undefined) this.#leave(key, left);
    if (entered !== undefined) this.#enter(key, entered);
  }

  /** Forgets everything and indexes `objects`. */
  rebuild(objects: ReadonlyMap<string, Cached<T, S>>): void {
    this.#keys = new Map();
    this.#nowhere = new Set();
    this.#many = new Map();
    for (const [key, object] of objects) this.#enter(key, this.#checked(key, object));
  }

  #checked(key: string, object: Cached<T, S>): Values {
    try {
      return checkedValues(this.#valuesOf(object));
    } catch (error) {
      this.#onError(key, error);
      return NO_VALUES;
    }
  }

  /** What a key stands under that had the object of before. */
  #standing(key: string, before: Cached<T, S>): Values {
    const many = this.#many.get(key);
    if (many !== undefined) return many;
    if (this.#nowhere.has(key)) return NO_VALUES;
    const value = this.#ask(before);
    if (typeof value === 'string' && has(this.#keys.get(value), key)) return value;
    for (const [other, keys] of this.#keys) if (has(keys, key)) return other;
    return NO_VALUES;
  }

  /** What the function says that was asked before, and whose failure was told then. */
  #ask(object: Cached<T, S>): Values | undefined {
    try {
      return checkedValues(this.#valuesOf(object));
    } catch {
      return undefined;
    }
  }

  #enter(key: string, values: Values): void {
    if (typeof values === 'string') {
      addKey(this.#keys, values, key);
    } else if (values.length === 0) {
      this.#nowhere.add(key);
    } else {
      this.#many.set(key, values);
      for (const value of values) addKey(this.#keys, value, key);
    }
  }

  #leave(key: string, values: Values): void {
    this.#nowhere.delete(key);
    this.#many.delete(key);
    if (typeof values === 'string') removeKey(this.#keys, values, key);
    else for (const value of values) removeKey(this.#keys, value, key);
  }
}

/** What an index function gave, as our own: the types say what it is, but its code may not. */
function checkedValues(values: readonly string[]): Values {
  if (!Array.isArray(values)) {
    // What is to come of an async one may be a rejection.
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

/** The common case: an update that changes nothing that is indexed. */
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
