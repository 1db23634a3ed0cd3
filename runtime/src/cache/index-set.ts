import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** The values that an index finds an object under: none, one or many. Must be a pure function. */
export type IndexFunction<T extends KubernetesObject, N extends boolean = boolean> = (
  object: Cached<T, N>,
) => readonly string[];

/** Index functions by the index's name. */
export type Indexers<T extends KubernetesObject, N extends boolean = boolean> = Readonly<
  Record<string, IndexFunction<T, N>>
>;

/** Told that an index function threw. */
export type IndexErrorHandler = (indexName: string, key: string, error: unknown) => void;

/** The index of every informer of a namespaced kind. */
export const NAMESPACE_INDEX = 'namespace';

/** Indexes by `metadata.namespace`. */
export function namespaceIndex(object: DeepReadonly<KubernetesObject>): readonly string[] {
  const { namespace } = object.metadata;
  return namespace === undefined ? NO_VALUES : [namespace];
}

const NO_VALUES: readonly string[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();

interface Index<T extends KubernetesObject, N extends boolean = boolean> {
  readonly valuesOf: IndexFunction<T, N>;
  /** The keys by value. A value without keys is not kept. */
  keys: Map<string, Set<string>>;
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
  keys(name: string, value: string): ReadonlySet<string> {
    return this.#index(name).keys.get(value) ?? NO_KEYS;
  }

  values(name: string): string[] {
    return [...this.#index(name).keys.keys()];
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
      const index: Index<T, N> = { valuesOf, keys: new Map() };
      this.#indices.set(name, index);
      this.#fill(name, index, objects);
    }
  }

  /** Moves a key from the values of the object that it had to those of the one that it has. */
  update(key: string, before: Cached<T, N> | undefined, after: Cached<T, N> | undefined): void {
    for (const [name, index] of this.#indices) {
      const left = before === undefined ? NO_VALUES : this.#valuesOf(name, index, key, before);
      const entered = after === undefined ? NO_VALUES : this.#valuesOf(name, index, key, after);
      if (sameValues(left, entered)) continue;
      for (const value of left) if (!entered.includes(value)) removeKey(index.keys, value, key);
      for (const value of entered) addKey(index.keys, value, key);
    }
  }

  /** Forgets everything and indexes `objects`. */
  rebuild(objects: ReadonlyMap<string, Cached<T, N>>): void {
    for (const [name, index] of this.#indices) {
      index.keys = new Map();
      this.#fill(name, index, objects);
    }
  }

  #fill(name: string, index: Index<T, N>, objects: ReadonlyMap<string, Cached<T, N>>): void {
    for (const [key, object] of objects) {
      for (const value of this.#valuesOf(name, index, key, object)) addKey(index.keys, value, key);
    }
  }

  #valuesOf(
    name: string,
    index: Index<T, N>,
    key: string,
    object: Cached<T, N>,
  ): readonly string[] {
    try {
      return index.valuesOf(object);
    } catch (error) {
      this.#onError?.(name, key, error);
      return NO_VALUES;
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

/** The common case: an update that changes nothing that is indexed. */
function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, position) => value === b[position]);
}

function addKey(keys: Map<string, Set<string>>, value: string, key: string): void {
  const known = keys.get(value);
  if (known === undefined) keys.set(value, new Set([key]));
  else known.add(key);
}

function removeKey(keys: Map<string, Set<string>>, value: string, key: string): void {
  const known = keys.get(value);
  if (known === undefined) return;
  known.delete(key);
  if (known.size === 0) keys.delete(value);
}
