import { qualifiedName, type ResourceDefinition } from '../client/resource.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { keyText, parseObjectKey, type ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { ResolvedScope } from './informer-factory.js';
import type { LabelQuery, Lister, NamespacedLister } from './lister.js';
import type { SharedInformer } from './shared-informer.js';

/**
 * Reads one kind from a cache. Reads throw a `VmgenError` instead of reporting "not found" while
 * the cache has not synced (`ERR_VMGEN_STATE`) and for objects outside of its scope
 * (`ERR_VMGEN_ARGUMENT`). The cache is updated by watch events, so a read may not include the
 * latest writes. `Index` is the type of the names of its indexes.
 */
export interface CachedReader<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
  Index extends string = string,
> extends Lister<T, S, Index> {
  /** The kind that the reader reads. */
  readonly resource: ResourceDefinition<T, S>;
  /** The informer that fills the cache, for handlers, indexes and waiting. */
  readonly informer: SharedInformer<T, S>;
  /**
   * Returns the object with a key: `NAMESPACE/NAME`, or `NAME` for a cluster-scoped kind. Undefined
   * if there is no such object that matches the cache's selectors.
   */
  find(key: ObjectKey | string): Cached<T, S> | undefined;
  /**
   * Like {@link find}, but throws an ApiError (NotFound) if none exists. A cache with selectors
   * throws a `VmgenError` instead, because an object that they do not match may exist.
   */
  get(key: ObjectKey | string): Cached<T, S>;
}

/** Options of {@link createCachedReader}. */
interface CachedReaderOptions {
  /**
   * Whether reads before the first list find nothing instead of throwing, for a kind that the server
   * may not serve. Defaults to false.
   */
  readonly isOptional?: boolean;
}

/** Creates the reader of an informer with a scope. */
export function createCachedReader<T extends KubernetesObject, S extends ResourceScope>(
  informer: SharedInformer<T, S>,
  scope: ResolvedScope,
  options: CachedReaderOptions = {},
): CachedReader<T, S> {
  return new Reader(informer, scope, options);
}

class Reader<T extends KubernetesObject, S extends ResourceScope> implements CachedReader<T, S> {
  readonly resource: ResourceDefinition<T, S>;
  readonly informer: SharedInformer<T, S>;
  readonly #scope: ResolvedScope;
  readonly #isOptional: boolean;
  readonly #lister: Lister<T, S>;

  constructor(
    informer: SharedInformer<T, S>,
    scope: ResolvedScope,
    { isOptional = false }: CachedReaderOptions,
  ) {
    this.resource = informer.resource;
    this.informer = informer;
    this.#scope = scope;
    this.#isOptional = isOptional;
    this.#lister = informer.lister;
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
      `${this.#kind} ${quote(keyText(key))} is not in the cache, which contains only objects that match ` +
        `${quote(selector)}; use a client to check whether it exists`,
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

  /** Before the first list, an empty store does not mean that there are no objects. */
  #synced(): Lister<T, S> {
    if (this.informer.hasSynced || this.#isOptional) return this.#lister;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the cache of ${this.#kind} has not synced; start its factory and await waitForSync()`,
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
          ? `${this.#kind} are namespaced; pass the namespace of the object`
          : `${this.#kind} are cluster-scoped; omit the namespace ${quote(namespace)}`,
      );
    }
    if (namespaces === undefined || namespace === '' || namespaces.includes(namespace)) return;
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${this.#kind} in ${quote(namespace)} are not cached, only those in ` +
        `${namespaces.map(quote).join(', ')}: add the namespace to the scope, or use a client`,
    );
  }
}
