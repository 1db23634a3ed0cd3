import { qualifiedName, type ResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { keyText, parseObjectKey, type ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { ResolvedScope } from './informer-factory.js';
import { createLister, type LabelQuery, type Lister, type NamespacedLister } from './lister.js';
import type { SharedInformer } from './shared-informer.js';

/**
 * Reads one kind from a cache, and says so where the cache cannot know: before it has synced, and of
 * what it does not keep, a read throws a `VmgenError` (`ERR_VMGEN_STATE`, `ERR_VMGEN_ARGUMENT`) and
 * never answers "not found". What it reads is as old as the last event that came; what was written a
 * moment ago may be missing.
 */
export interface CachedReader<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Lister<T, S> {
  readonly resource: ResourceDefinition<T, S>;
  /** What is behind it, for handlers, indices and waiting. */
  readonly informer: SharedInformer<T, S>;
  /**
   * The object under a key: `NAMESPACE/NAME`, or `NAME` for a cluster-scoped kind. Undefined where
   * there is none, or none that the cache's selectors match.
   */
  find(key: ObjectKey | string): Cached<T, S> | undefined;
  /**
   * As {@link find}, but throws an ApiError (NotFound) where there is none. In a cache with selectors
   * it throws a `VmgenError` instead, for there may be one that they do not match.
   */
  get(key: ObjectKey | string): Cached<T, S>;
}

/** Creates the reader of an informer that looks at such a scope. */
export function createCachedReader<T extends KubernetesObject, S extends ResourceScope>(
  informer: SharedInformer<T, S>,
  scope: ResolvedScope,
): CachedReader<T, S> {
  return new Reader(informer, scope);
}

class Reader<T extends KubernetesObject, S extends ResourceScope> implements CachedReader<T, S> {
  readonly resource: ResourceDefinition<T, S>;
  readonly informer: SharedInformer<T, S>;
  readonly #scope: ResolvedScope;
  readonly #lister: Lister<T, S>;

  constructor(informer: SharedInformer<T, S>, scope: ResolvedScope) {
    this.resource = informer.resource;
    this.informer = informer;
    this.#scope = scope;
    this.#lister = createLister(informer.store, informer.resource);
  }

  list(selector?: LabelQuery): Cached<T, S>[] {
    return this.#synced().list(selector);
  }

  byIndex(indexName: string, value: string): Cached<T, S>[] {
    return this.#synced().byIndex(indexName, value);
  }

  find(key: ObjectKey | string): Cached<T, S> | undefined {
    return this.#synced().find(this.#checked(key));
  }

  get(key: ObjectKey | string): Cached<T, S> {
    const object = this.find(key);
    if (object !== undefined) return object;
    const { labelSelector, fieldSelector } = this.#scope;
    const selector = [labelSelector, fieldSelector].filter(Boolean).join(' and ');
    // Throws NotFound.
    if (selector === '') return this.#lister.get(key);
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `${this.#kind} ${quote(keyText(key))} is not in the cache, which keeps only what ` +
        `${quote(selector)} matches: read it by a client to know whether it is there`,
    );
  }

  namespace(namespace: string): NamespacedLister<T, S> {
    this.#checkNamespace(namespace);
    const lister = this.#lister.namespace(namespace);
    return {
      list: (selector) => {
        this.#synced();
        return lister.list(selector);
      },
      find: (name) => this.find({ namespace, name }),
      get: (name) => this.get({ namespace, name }),
    };
  }

  get #kind(): string {
    return qualifiedName(this.resource);
  }

  /** Before the first list, the store is empty for no reason of the server's. */
  #synced(): Lister<T, S> {
    if (this.informer.hasSynced) return this.#lister;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the cache of ${this.#kind} has not synced yet: start its factory, and wait for waitForSync`,
    );
  }

  #checked(key: ObjectKey | string): ObjectKey {
    const parsed = typeof key === 'string' ? parseObjectKey(key) : key;
    this.#checkNamespace(parsed.namespace);
    return parsed;
  }

  #checkNamespace(namespace: string): void {
    const { namespaces } = this.#scope;
    if ((this.resource.scope === 'Namespaced') !== (namespace !== '')) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        this.resource.scope === 'Namespaced'
          ? `${this.#kind} stand in namespaces: name that of the object`
          : `${this.#kind} stand in no namespace, and not in ${quote(namespace)}`,
      );
    }
    if (namespaces === undefined || namespace === '' || namespaces.includes(namespace)) return;
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${this.#kind} in ${quote(namespace)} are not cached, only those in ` +
        `${namespaces.map(quote).join(', ')}: add the namespace to the scope, or read by a client`,
    );
  }
}
