import type { JsonObject } from '@vmgen/base/json';
import type { ObjectStore } from '../storage/object-store.js';
import { finalizersOf } from '../resource/object-meta.js';

/** What is left in a namespace that is being deleted, counted as it goes. */
export class NamespaceContent {
  /** The stores whose objects were all told to go. */
  readonly swept = new Set<ObjectStore>();
  readonly #sizes = new Map<ObjectStore, number>();
  readonly #finalizers = new Map<string, number>();

  /** How many objects each store holds; none that holds nothing. */
  get sizes(): ReadonlyMap<ObjectStore, number> {
    return this.#sizes;
  }

  /** How many objects each finalizer holds. */
  get finalizers(): ReadonlyMap<string, number> {
    return this.#finalizers;
  }

  add(store: ObjectStore, object: JsonObject): void {
    this.#count(store, object, 1);
  }

  remove(store: ObjectStore, object: JsonObject): void {
    this.#count(store, object, -1);
  }

  #count(store: ObjectStore, object: JsonObject, change: 1 | -1): void {
    addTo(this.#sizes, store, change);
    for (const finalizer of finalizersOf(object)) addTo(this.#finalizers, finalizer, change);
  }
}

function addTo<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
