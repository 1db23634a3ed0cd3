import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { KubernetesObject } from '../meta/types.js';
import { IndexSet } from './index-set.js';
import type { Indexers, IndexErrorHandler } from './index-set.js';

/**
 * The reading half of a cache of objects of one kind: what informers and listers show. Every
 * answer is of one moment; arrays are the caller's own, the objects in them are shared.
 */
export interface Store<T extends KubernetesObject> {
  readonly size: number;
  /** The object under an `objectKey`, such as `default/vm-1`. */
  get(key: string): DeepReadonly<T> | undefined;
  has(key: string): boolean;
  list(): DeepReadonly<T>[];
  keys(): string[];
  /** The objects that an index has under a value. Throws when there is no such index. */
  byIndex(indexName: string, value: string): DeepReadonly<T>[];
  /** The keys that an index has under a value. Throws when there is no such index. */
  keysByIndex(indexName: string, value: string): string[];
  /** All values that an index has objects under. Throws when there is no such index. */
  indexValues(indexName: string): string[];
  hasIndex(indexName: string): boolean;
}

/** The writing half. There is one writer: the informer that owns the store. */
export interface StoreWriter<T extends KubernetesObject> {
  set(key: string, object: DeepReadonly<T>): void;
  delete(key: string): void;
  /**
   * Swaps the whole content at once, and returns what it was; no reader sees a mixture. The map
   * becomes the store's own.
   */
  replace(objects: Map<string, DeepReadonly<T>>): ReadonlyMap<string, DeepReadonly<T>>;
  /** Adds indices over what is there and what comes. Throws when a name is taken. */
  addIndexers(indexers: Indexers<T>): void;
}

export interface StoreOptions<T extends KubernetesObject> {
  readonly indexers?: Indexers<T>;
  /** Told of index functions that throw; the object then stands in none of that index's values. */
  readonly onIndexError?: IndexErrorHandler;
}

/** Both halves of one store. */
export interface StorePair<T extends KubernetesObject> {
  readonly store: Store<T>;
  readonly writer: StoreWriter<T>;
}

/**
 * Creates an empty store (client-go: thread_safe_store.go). Indices cost their functions on every
 * write; a lookup never scans.
 */
export function createStore<T extends KubernetesObject>(
  options: StoreOptions<T> = {},
): StorePair<T> {
  const memory = new MemoryStore<T>(options.onIndexError);
  if (options.indexers !== undefined) memory.addIndexers(options.indexers);
  return { store: memory, writer: memory };
}

class MemoryStore<T extends KubernetesObject> implements Store<T>, StoreWriter<T> {
  #objects = new Map<string, DeepReadonly<T>>();
  readonly #indices: IndexSet<T>;

  constructor(onIndexError: IndexErrorHandler | undefined) {
    this.#indices = new IndexSet<T>(onIndexError);
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): DeepReadonly<T> | undefined {
    return this.#objects.get(key);
  }

  has(key: string): boolean {
    return this.#objects.has(key);
  }

  list(): DeepReadonly<T>[] {
    return [...this.#objects.values()];
  }

  keys(): string[] {
    return [...this.#objects.keys()];
  }

  byIndex(indexName: string, value: string): DeepReadonly<T>[] {
    const found: DeepReadonly<T>[] = [];
    for (const key of this.#indices.keys(indexName, value)) {
      const object = this.#objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  keysByIndex(indexName: string, value: string): string[] {
    return [...this.#indices.keys(indexName, value)];
  }

  indexValues(indexName: string): string[] {
    return this.#indices.values(indexName);
  }

  hasIndex(indexName: string): boolean {
    return this.#indices.has(indexName);
  }

  set(key: string, object: DeepReadonly<T>): void {
    const before = this.#objects.get(key);
    this.#objects.set(key, object);
    this.#indices.update(key, before, object);
  }

  delete(key: string): void {
    const before = this.#objects.get(key);
    if (before === undefined) return;
    this.#objects.delete(key);
    this.#indices.update(key, before, undefined);
  }

  replace(objects: Map<string, DeepReadonly<T>>): ReadonlyMap<string, DeepReadonly<T>> {
    const before = this.#objects;
    this.#objects = objects;
    this.#indices.rebuild(objects);
    return before;
  }

  addIndexers(indexers: Indexers<T>): void {
    this.#indices.add(indexers, this.#objects);
  }
}
