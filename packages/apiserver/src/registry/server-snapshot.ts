import type { DeepReadonly, KubernetesObject } from '@vmgen/runtime';
import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import { getObject } from '../built-in/strategies/fields.js';
import { metaString } from '../resource/object-meta.js';
import type { Revision } from '../storage/revision.js';
import type { ObjectStore } from '../storage/object-store.js';
import { asDefinition } from './custom-resources.js';
import type { Registry } from './registry.js';

/** All objects of a server at a time. Only the server that took it can restore it. */
export interface ServerSnapshot {
  /** The number of objects. */
  readonly size: number;
  /** Returns the objects. They are shared with the server: do not change them. */
  objects(): Iterable<DeepReadonly<KubernetesObject>>;
}

export class StoredSnapshot implements ServerSnapshot {
  readonly #registry: Registry;
  readonly #objects = new Map<ObjectStore, Map<string, Revision>>();

  /** Takes a snapshot. It shares the objects with the server, so that it is cheap. */
  constructor(registry: Registry) {
    this.#registry = registry;
    for (const store of registry.stores()) {
      this.#objects.set(store, new Map(keyed(store)));
    }
  }

  get size(): number {
    return [...this.#objects.values()].reduce((sum, { size }) => sum + size, 0);
  }

  *objects(): Generator<DeepReadonly<KubernetesObject>> {
    for (const revisions of this.#objects.values()) {
      // The API has accepted it, so it has the fields that all objects have.
      for (const { object } of revisions.values()) yield object as JsonObject & KubernetesObject;
    }
  }

  /**
   * Stores the objects of the snapshot again. For clients, these are changes with new versions.
   *
   * @throws Error if a definition has changed, or if the snapshot is one of another server
   */
  restore(registry: Registry): void {
    this.#check(registry);
    for (const store of registry.stores()) {
      const objects = this.#objects.get(store);
      for (const [key, { object }] of [...keyed(store)]) {
        // Another object of the same name is another object.
        const kept = objects?.get(key)?.object;
        if (kept === undefined || uidOf(kept) !== uidOf(object)) store.remove(key);
      }
    }
    for (const [store, objects] of this.#objects) {
      for (const [key, revision] of objects) {
        if (store.get(key) === revision) continue;
        const { object, preparedBy, bytes } = revision;
        const copy = { ...object, metadata: { ...getObject(object, 'metadata') } };
        objects.set(key, store.put(key, copy, preparedBy, bytes));
      }
    }
  }

  #check(registry: Registry): void {
    if (registry !== this.#registry) {
      throw new Error('the snapshot is one of another server; restore it there');
    }
    const crds = registry.lookup('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')?.store;
    const before = crds && this.#objects.get(crds);
    const now = new Map(crds && keyed(crds));
    for (const name of new Set([...(before?.keys() ?? []), ...now.keys()])) {
      const [old, current] = [before?.get(name)?.object, now.get(name)?.object];
      const isSame = old && current && deepEqualJson(old['spec'], current['spec']);
      if (isSame === true && storesOf(registry, current).every((each) => this.#objects.has(each)))
        continue;
      throw new Error(
        `the CustomResourceDefinition ${name} has changed since the snapshot; take a snapshot after it is installed`,
      );
    }
  }
}

/**
 * The store of the objects of a definition, once for each served version. A definition that was created
 * again has another store; its UID may be the same, because objects of tests bring their own.
 */
function storesOf(registry: Registry, definition: JsonObject): ObjectStore[] {
  const { group, names, versions } = asDefinition(definition).spec;
  return versions.flatMap(({ name }) => registry.lookup(group, name, names.plural)?.store ?? []);
}

const uidOf = (object: JsonObject): string => metaString(object, 'uid');

function* keyed(store: ObjectStore): Generator<[string, Revision]> {
  for (const revision of store.scan('')) yield [revision.key, revision];
}
