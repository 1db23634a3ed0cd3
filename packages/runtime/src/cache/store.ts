import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import { IndexSet } from './index-set.js';
import type { Indexers, IndexErrorHandler } from './index-set.js';

/**
 * A read-only view of the cached objects of one kind. Each method returns a consistent snapshot.
 * Returned arrays belong to the caller; the objects in them are shared.
 */
export interface Store<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** The number of objects. */
  readonly size: number;
  /**
   * Returns the object with an `objectKey`, such as `default/vm-1`, or undefined if none exists.
   */
  find(key: string): Cached<T, S> | undefined;
  /** Returns whether there is an object with this key. */
  has(key: string): boolean;
  /** Returns all objects, in no particular order. */
  list(): Cached<T, S>[];
  /** Returns the keys of all objects, in no particular order. */
  keys(): string[];
  /** Returns the objects with a value in an index. Throws if there is no such index. */
  byIndex(indexName: string, value: string): Cached<T, S>[];
  /** Returns the keys of the objects with a value in an index. Throws if there is no such index. */
  keysByIndex(indexName: string, value: string): string[];
  /** Returns all values in an index. Throws if there is no such index. */
  indexValues(indexName: string): string[];
  /** Returns whether there is an index with this name. */
  hasIndex(indexName: string): boolean;
}

/** Writes a store. There is one writer: the informer that owns the store. */
export interface StoreWriter<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Stores an object under a key and returns the previous one. */
  set(key: string, object: Cached<T, S>): Cached<T, S> | undefined;
  /** Removes the object with a key, if there is one. */
  delete(key: string): void;
  /**
   * Atomically replaces all objects and returns the previous ones. The store takes ownership of the
   * map.
   */
  replace(objects: Map<string, Cached<T, S>>): ReadonlyMap<string, Cached<T, S>>;
  /** Adds indexes over existing and future objects. Throws if one of the names exists. */
  addIndexers(indexers: Indexers<T, S>): void;
}

/** Options of {@link createStore}. */
interface StoreOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Index functions by index name. Others can be added later. */
  readonly indexers?: Indexers<T, S>;
  /**
   * Called when an index function fails, see {@link IndexErrorHandler}. The object is then not in
   * that index.
   */
  readonly onIndexError?: IndexErrorHandler;
}

/** A store and its writer. */
interface StorePair<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** For readers. */
  readonly store: Store<T, S>;
  /** For the single writer. */
  readonly writer: StoreWriter<T, S>;
}

/**
 * Creates an empty store (client-go: thread_safe_store.go). Each write calls the index functions;
 * lookups do not scan, except the first one by namespace, which builds that index. Informers have
 * their own store; tests of code that reads a lister can create one.
 */
export function createStore<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  options: StoreOptions<T, S> = {},
): StorePair<T, S> {
  const memory = new MemoryStore<T, S>(options.onIndexError);
  if (options.indexers !== undefined) memory.addIndexers(options.indexers);
  return { store: memory, writer: memory };
}

class MemoryStore<T extends KubernetesObject, S extends ResourceScope = ResourceScope>
  implements Store<T, S>, StoreWriter<T, S>
{
  #objects = new Map<string, Cached<T, S>>();
  readonly #indices: IndexSet<T, S>;

  constructor(onIndexError: IndexErrorHandler | undefined) {
    this.#indices = new IndexSet<T, S>(onIndexError);
  }

  get size(): number {
    return this.#objects.size;
  }

  find(key: string): Cached<T, S> | undefined {
    return this.#objects.get(key);
  }

  has(key: string): boolean {
    return this.#objects.has(key);
  }

  list(): Cached<T, S>[] {
    return [...this.#objects.values()];
  }

  keys(): string[] {
    return [...this.#objects.keys()];
  }

  byIndex(indexName: string, value: string): Cached<T, S>[] {
    const found: Cached<T, S>[] = [];
    for (const key of this.#indices.get(indexName, this.#objects).keys(value)) {
      const object = this.#objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  keysByIndex(indexName: string, value: string): string[] {
    return [...this.#indices.get(indexName, this.#objects).keys(value)];
  }

  indexValues(indexName: string): string[] {
    return this.#indices.get(indexName, this.#objects).values();
  }

  hasIndex(indexName: string): boolean {
    return this.#indices.has(indexName);
  }

  set(key: string, object: Cached<T, S>): Cached<T, S> | undefined {
    const before = this.#objects.get(key);
    this.#objects.set(key, object);
    this.#indices.update(key, before, object);
    return before;
  }

  delete(key: string): void {
    const before = this.#objects.get(key);
    if (before === undefined) return;
    this.#objects.delete(key);
    this.#indices.update(key, before, undefined);
  }

  replace(objects: Map<string, Cached<T, S>>): ReadonlyMap<string, Cached<T, S>> {
    const before = this.#objects;
    this.#objects = objects;
    this.#indices.rebuild(objects);
    return before;
  }

  addIndexers(indexers: Indexers<T, S>): void {
    this.#indices.add(indexers, this.#objects);
  }
}
