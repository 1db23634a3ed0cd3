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

/** What a lister selects by: a label selector, as text (see `parseLabelSelector`) or parsed. */
export type LabelQuery = string | Pick<LabelRequirements, 'matches'>;

/** Reads one namespace of an informer's store. */
export interface NamespacedLister<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The objects that the selector matches; all of them without one. */
  list(selector?: LabelQuery): Cached<T, S>[];
  /** The object of that name; undefined when the store has none. */
  find(name: string): Cached<T, S> | undefined;
  /** The object of that name. Throws an ApiError (NotFound) when the store has none. */
  get(name: string): Cached<T, S>;
}

/**
 * Reads an informer's store: without a request, and as old as the last event that came. Objects
 * are shared: copy (`deepCopy…`) before changing.
 */
export interface Lister<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** The objects that the selector matches; all of them without one. */
  list(selector?: LabelQuery): Cached<T, S>[];
  /**
   * The object under a key, as an {@link ObjectKey} or its text: `NAMESPACE/NAME`, or `NAME` for a
   * cluster-scoped kind. Undefined when the store has none.
   */
  find(key: ObjectKey | string): Cached<T, S> | undefined;
  /** As {@link find}, but throws an ApiError (NotFound) when the store has no such object. */
  get(key: ObjectKey | string): Cached<T, S>;
  /** Reads one namespace only. */
  namespace(namespace: string): NamespacedLister<T, S>;
  /** The objects that an index of the informer has under a value. */
  byIndex(indexName: string, value: string): Cached<T, S>[];
}

/**
 * Creates the lister over an informer's store; `resource` names the kind in errors.
 *
 * @example
 * const lister = createLister(informer.store, informer.resource);
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

/** The API server's own answer for an object that is not there. */
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
