import type { JsonObject } from '@vmgen/base/json';
import type { ObjectStore } from '../storage/object-store.js';
import { finalizersOf } from '../resource/object-meta.js';

/** Counts the objects that remain in a namespace that is being deleted. */
export class NamespaceContent {
  /** The stores whose objects were all deleted or marked as deleted. */
  readonly swept = new Set<ObjectStore>();
  readonly #sizes = new Map<ObjectStore, number>();
  readonly #finalizers = new Map<string, number>();

  /** The number of objects in each store that is not empty. */
  get sizes(): ReadonlyMap<ObjectStore, number> {
    return this.#sizes;
  }

  /** The number of objects with each finalizer. */
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
