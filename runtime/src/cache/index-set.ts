import { isPending, settled } from '../async/settled.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/**
 * The values that an index finds an object under: none, one or many. Must be a pure function; it is
 * asked about an object when it comes, and again when it goes. Where it throws, or gives no array of
 * strings, that is logged and the object stands under no value.
 */
export type IndexFunction<T extends KubernetesObject, N extends boolean = boolean> = (
  object: Cached<T, N>,
) => readonly string[];

/** Index functions by the index's name. */
export type Indexers<T extends KubernetesObject, N extends boolean = boolean> = Readonly<
  Record<string, IndexFunction<T, N>>
>;

/**
 * Told that an index function threw, or gave something else than an array of strings. What it
 * throws itself is lost.
 */
export type IndexErrorHandler = (indexName: string, key: string, error: unknown) => void;

/** The index of every informer of a namespaced kind. */
export const NAMESPACE_INDEX = 'namespace';

/** Indexes by `metadata.namespace`. */
export function namespaceIndex(object: DeepReadonly<KubernetesObject>): readonly string[] {
  const { namespace } = object.metadata;
  return namespace === undefined ? NO_VALUES : [namespace];
}

const NO_VALUES: readonly string[] = [];

/** What an index has an object under: most have one value, some none, few have many. */
type Values = string | readonly string[];

type KeysByValue = Map<string, string | Set<string>>;

interface Index<T extends KubernetesObject, N extends boolean = boolean> {
  readonly valuesOf: IndexFunction<T, N>;
  /**
   * The keys by value: most indices that are dear have one key under each. Undefined where nobody has
   * asked yet for our own function's index, which every informer has and few programs use.
   */
  keys: KeysByValue | undefined;
  /**
   * What stands in the index, by key, without those that stand nowhere. Remembered, for a function
   * that is asked again about the object of before may say something else, or throw. Undefined for
   * our own function, which does not, and whose index every informer has.
   */
  values: Map<string, Values> | undefined;
}

/** All indices of a store: for each, the keys by value. */
export class IndexSet<T extends KubernetesObject, N extends boolean = boolean> {
  readonly #indices = new Map<string, Index<T, N>>();
  readonly #onError: IndexErrorHandler | undefined;

  constructor(onError?: IndexErrorHandler) {
    this.#onError = onError;
  }

  has(name: string): boolean {
    return this.#indices.has(name);
  }

  /** The keys under a value; live, so copy before writing. Throws on an unknown index. */
  keys(name: string, value: string, objects: ReadonlyMap<string, Cached<T, N>>): Iterable<string> {
    const keys = this.#filled(name, objects).get(value) ?? NO_VALUES;
    return typeof keys === 'string' ? [keys] : keys;
  }

  values(name: string, objects: ReadonlyMap<string, Cached<T, N>>): string[] {
    return [...this.#filled(name, objects).keys()];
  }

  /** Adds indices and fills them. All or none: throws before any change when a name is taken. */
  add(indexers: Indexers<T, N>, objects: ReadonlyMap<string, Cached<T, N>>): void {
    const entries = Object.entries(indexers);
    for (const [name] of entries) {
      if (this.#indices.has(name)) {
        throw new VmgenError(
          'ERR_VMGEN_ARGUMENT',
          `there is an index ${JSON.stringify(name)} already; use another name`,
        );
      }
    }
    for (const [name, valuesOf] of entries) {
      const index: Index<T, N> = { valuesOf, keys: undefined, values: undefined };
      this.#indices.set(name, index);
      if (valuesOf !== namespaceIndex) this.#fill(name, index, objects);
    }
  }

  /** Puts a key under the values of the object that it has now; under none without an object. */
  update(key: string, before: Cached<T, N> | undefined, object: Cached<T, N> | undefined): void {
    for (const [name, index] of this.#indices) {
      if (index.keys === undefined) continue;
      const left = valuesBefore(index, key, before);
      const entered = object === undefined ? NO_VALUES : this.#valuesOf(name, index, key, object);
      if (!isSame(left, entered)) move(index.keys, index.values, key, left, entered);
    }
  }

  /** Forgets everything and indexes `objects`. */
  rebuild(objects: ReadonlyMap<string, Cached<T, N>>): void {
    for (const [name, index] of this.#indices) {
      if (index.keys !== undefined) this.#fill(name, index, objects);
    }
  }

  /** The keys of an index, which is filled where it has not been yet. Throws on an unknown one. */
  #filled(name: string, objects: ReadonlyMap<string, Cached<T, N>>): KeysByValue {
    const index = this.#index(name);
    return index.keys ?? this.#fill(name, index, objects);
  }

  #fill(name: string, index: Index<T, N>, objects: ReadonlyMap<string, Cached<T, N>>): KeysByValue {
    const keys: KeysByValue = new Map();
    index.keys = keys;
    index.values = index.valuesOf === namespaceIndex ? undefined : new Map();
    for (const [key, object] of objects) {
      move(keys, index.values, key, NO_VALUES, this.#valuesOf(name, index, key, object));
    }
    return keys;
  }

  #valuesOf(name: string, index: Index<T, N>, key: string, object: Cached<T, N>): Values {
    try {
      return checkedValues(index.valuesOf(object));
    } catch (error) {
      this.#tellError(name, key, error);
      return NO_VALUES;
    }
  }

  #tellError(name: string, key: string, error: unknown): void {
    try {
      this.#onError?.(name, key, error);
    } catch {
      // A store has nobody else to tell, and must not be left half written.
    }
  }

  #index(name: string): Index<T, N> {
    const index = this.#indices.get(name);
    if (index === undefined) {
      const known = [...this.#indices.keys()].join(', ') || 'none';
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `there is no index ${JSON.stringify(name)}; the store has: ${known}`,
      );
    }
    return index;
  }
}

/** Where a key stands in an index; `before` is the object that it had. */
function valuesBefore<T extends KubernetesObject, N extends boolean>(
  { values }: Index<T, N>,
  key: string,
  before: Cached<T, N> | undefined,
): Values {
  if (before === undefined) return NO_VALUES;
  if (values !== undefined) return values.get(key) ?? NO_VALUES;
  const { namespace } = before.metadata;
  return typeof namespace === 'string' ? namespace : NO_VALUES;
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

/** Takes a key out from under some values, and puts it under others. */
function move(
  keys: KeysByValue,
  values: Map<string, Values> | undefined,
  key: string,
  left: Values,
  entered: Values,
): void {
  if (typeof left === 'string') removeKey(keys, left, key);
  else for (const value of left) removeKey(keys, value, key);
  if (typeof entered === 'string') addKey(keys, entered, key);
  else for (const value of entered) addKey(keys, value, key);
  if (entered === NO_VALUES) values?.delete(key);
  else values?.set(key, entered);
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
