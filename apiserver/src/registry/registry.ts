import { ObjectStore, type ObjectStoreOptions } from '../storage/object-store.js';
import { VersionCounter } from '../storage/version-counter.js';
import type { Endpoint } from '../resource/endpoint.js';
import type { ServedResource } from '../resource/served-resource.js';

/** All that is served, by group, version and plural name. */
export class Registry {
  readonly counter = new VersionCounter();
  readonly #storeOptions: ObjectStoreOptions;
  readonly #endpoints = new Map<string, Endpoint>();
  #served: readonly ServedResource[] | undefined;
  readonly #byStore = new Map<ObjectStore, Set<Endpoint>>();

  constructor(storeOptions: ObjectStoreOptions) {
    this.#storeOptions = storeOptions;
  }

  createStore(): ObjectStore {
    return new ObjectStore(this.counter, this.#storeOptions);
  }

  add(endpoint: Endpoint): void {
    this.#endpoints.set(idOf(endpoint.resource), endpoint);
    const sharing = this.#byStore.get(endpoint.store);
    if (sharing === undefined) this.#byStore.set(endpoint.store, new Set([endpoint]));
    else sharing.add(endpoint);
    this.#served = undefined;
  }

  remove(endpoint: Endpoint): void {
    this.#endpoints.delete(idOf(endpoint.resource));
    const sharing = this.#byStore.get(endpoint.store);
    sharing?.delete(endpoint);
    if (sharing?.size === 0) this.#byStore.delete(endpoint.store);
    this.#served = undefined;
  }

  lookup(group: string, version: string, plural: string): Endpoint | undefined {
    return this.#endpoints.get(`${group}/${version}/${plural}`);
  }

  /** The endpoint of a kind as objects name it. */
  lookupKind(apiVersion: string, kind: string): Endpoint | undefined {
    for (const endpoint of this.#endpoints.values()) {
      const { group, version } = endpoint.resource;
      const named = group === '' ? version : `${group}/${version}`;
      if (named === apiVersion && endpoint.resource.kind === kind) return endpoint;
    }
    return undefined;
  }

  /** True for the groups whose kinds are built in: their router answers with a Status. */
  isBuiltInGroupVersion(group: string, version: string): boolean {
    for (const { resource, strategy } of this.#endpoints.values()) {
      if (!strategy.isCustom && resource.group === group && resource.version === version) {
        return true;
      }
    }
    return false;
  }

  endpoints(): IterableIterator<Endpoint> {
    return this.#endpoints.values();
  }

  /** Every store that is served. */
  stores(): IterableIterator<ObjectStore> {
    return this.#byStore.keys();
  }

  /** The first of the endpoints that serve a store: they differ in version. */
  endpointOf(store: ObjectStore): Endpoint | undefined {
    const [first] = this.#byStore.get(store) ?? [];
    return first;
  }

  /** The same array until something else is served. */
  served(): readonly ServedResource[] {
    this.#served ??= [...this.#endpoints.values()].map((endpoint) => endpoint.resource);
    return this.#served;
  }
}

function idOf(resource: ServedResource): string {
  return `${resource.group}/${resource.version}/${resource.plural}`;
}
