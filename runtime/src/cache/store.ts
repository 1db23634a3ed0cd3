import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import { IndexSet } from './index-set.js';
import type { Indexers, IndexErrorHandler } from './index-set.js';

/**
 * The reading half of a cache of objects of one kind: what informers and listers show. Every
 * answer is of one moment; arrays are the caller's own, the objects in them are shared.
 */
export interface Store<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** How many objects there are. */
  readonly size: number;
  /** The object under an `objectKey`, such as `default/vm-1`; undefined when there is none. */
  find(key: string): Cached<T, S> | undefined;
  /** Whether there is an object under a key. */
  has(key: string): boolean;
  /** All objects, in no order. */
  list(): Cached<T, S>[];
  /** The keys of all objects, in no order. */
  keys(): string[];
  /** The objects that an index has under a value. Throws when there is no such index. */
  byIndex(indexName: string, value: string): Cached<T, S>[];
  /** The keys that an index has under a value. Throws when there is no such index. */
  keysByIndex(indexName: string, value: string): string[];
  /** All values that an index has objects under. Throws when there is no such index. */
  indexValues(indexName: string): string[];
  /** Whether there is an index of that name. */
  hasIndex(indexName: string): boolean;
}

/** The writing half. There is one writer: the informer that owns the store. */
export interface StoreWriter<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** Puts an object under a key, in place of the one that was there, which it returns. */
  set(key: string, object: Cached<T, S>): Cached<T, S> | undefined;
  /** Takes out what is under a key, if anything. */
  delete(key: string): void;
  /**
   * Swaps the whole content at once, and returns what it was; no reader sees a mixture. The map
   * becomes the store's own.
   */
  replace(objects: Map<string, Cached<T, S>>): ReadonlyMap<string, Cached<T, S>>;
  /** Adds indices over what is there and what comes. Throws when a name is taken. */
  addIndexers(indexers: Indexers<T, S>): void;
}

/** What a store is made of. */
interface StoreOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** By the index's name; others can be added later. */
  readonly indexers?: Indexers<T, S>;
  /**
   * Told of index functions that fail, see {@link IndexErrorHandler}; the object then stands in none
   * of that index's values.
   */
  readonly onIndexError?: IndexErrorHandler;
}

/** Both halves of one store. */
interface StorePair<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** For all who read. */
  readonly store: Store<T, S>;
  /** For the one who writes. */
  readonly writer: StoreWriter<T, S>;
}

/**
 * Creates an empty store (client-go: thread_safe_store.go). Indices cost their functions on every
 * write; a lookup never scans, but for the first by namespaces, which makes that index. Informers have one; a test of what reads a lister makes its own.
 *
 * @example
 * const { store, writer } = createStore<VirtualMachine>({
 *   indexers: { image: ({ spec }) => (spec.image === undefined ? [] : [spec.image]) },
 * });
 * writer.set('default/test-vm', await client.get('test-vm'));
 * console.log(store.byIndex('image', 'nginx').length);
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
