import { ApiError } from '../client/errors.js';
import { qualifiedName } from '../client/resource.js';
import type { ResourceDefinition } from '../client/resource.js';
import { parseLabelSelector } from '../meta/label-selector.js';
import type { LabelRequirements } from '../meta/label-selector.js';
import { keyText, objectKey } from '../meta/object-key.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import { NAMESPACE_INDEX } from './index-set.js';
import type { Store } from './store.js';

/** A label selector, as text (see `parseLabelSelector`) or parsed. */
export type LabelQuery = string | Pick<LabelRequirements, 'matches'>;

/** Reads one namespace of an informer's store. */
export interface NamespacedLister<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The objects that the selector matches; all of them without one. */
  list(selector?: LabelQuery): Cached<T, S>[];
  /** Returns the object with this name, or undefined if it is not in the store. */
  find(name: string): Cached<T, S> | undefined;
  /** Returns the object with this name. Throws an ApiError (NotFound) if it is not in the store. */
  get(name: string): Cached<T, S>;
}

/**
 * Reads the store of an informer, without requests. The store is updated by watch events, so a read
 * may not include the latest writes. Objects are shared: copy them (`deepCopy…`) before changing
 * them. `Index` is the type of the names of its indexes.
 */
export interface Lister<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
  Index extends string = string,
> {
  /** The objects that the selector matches; all of them without one. */
  list(selector?: LabelQuery): Cached<T, S>[];
  /**
   * Returns the object with a key, as an {@link ObjectKey} or its text: `NAMESPACE/NAME`, or `NAME`
   * for a cluster-scoped kind. Undefined if it is not in the store.
   */
  find(key: ObjectKey | string): Cached<T, S> | undefined;
  /** Like {@link find}, but throws an ApiError (NotFound) if the object is not in the store. */
  get(key: ObjectKey | string): Cached<T, S>;
  /** Returns a lister of one namespace. */
  namespace(namespace: string): NamespacedLister<T, S>;
  /**
   * Returns the objects with a value in an index of the informer. Throws if there is no such index.
   */
  byIndex(indexName: Index, value: string): Cached<T, S>[];
}

/**
 * Creates a lister for the store of an informer. `resource` is the kind in error messages.
 *
 * @example
 * const { lister } = informer;
 * const vm = lister.find({ namespace: 'default', name: 'test-vm' });
 * console.log(vm?.metadata.uid, lister.list('app=web').length);
 */
export function createLister<T extends KubernetesObject, S extends ResourceScope = ResourceScope>(
  store: Store<T, S>,
  resource: ResourceDefinition<T, S>,
): Lister<T, S> {
  const get = (key: string, name: string): Cached<T, S> => {
    const object = store.find(key);
    if (object === undefined) throw notFound(resource, name);
    return object;
  };
  return {
    list: (selector) => select(store.list(), selector),
    find: (key) => store.find(keyText(key)),
    get: (key) => get(keyText(key), keyText(key)),
    byIndex: (indexName, value) => store.byIndex(indexName, value),
    namespace: (namespace) => ({
      list: (selector) => select(inNamespace(store, namespace), selector),
      find: (name) => store.find(objectKey({ namespace, name })),
      get: (name) => get(objectKey({ namespace, name }), name),
    }),
  };
}

function inNamespace<T extends KubernetesObject, S extends ResourceScope>(
  store: Store<T, S>,
  namespace: string,
): Cached<T, S>[] {
  if (store.hasIndex(NAMESPACE_INDEX)) return store.byIndex(NAMESPACE_INDEX, namespace);
  return store.list().filter((object) => object.metadata.namespace === namespace);
}

function select<T extends KubernetesObject, S extends ResourceScope>(
  objects: Cached<T, S>[],
  selector: LabelQuery | undefined,
): Cached<T, S>[] {
  if (selector === undefined) return objects;
  const parsed = typeof selector === 'string' ? parseLabelSelector(selector) : selector;
  return objects.filter((object) => parsed.matches(object.metadata.labels));
}

/** Returns the error of the API server for an object that does not exist. */
function notFound(resource: Pick<ResourceDefinition, 'group' | 'plural'>, name: string): ApiError {
  return new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${qualifiedName(resource)} "${name}" not found`,
    reason: 'NotFound',
    details: { name, group: resource.group, kind: resource.plural },
    code: 404,
  });
}
