import { ApiError } from '../client/errors.js';
import { qualifiedName } from '../client/resource.js';
import type { ResourceDefinition } from '../client/resource.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import { parseLabelSelector } from '../meta/label-selector.js';
import type { LabelRequirements } from '../meta/label-selector.js';
import type { KubernetesObject } from '../meta/types.js';
import { NAMESPACE_INDEX } from './index-set.js';
import type { Store } from './store.js';

/** What a lister selects by: a label selector, as text (see `parseLabelSelector`) or parsed. */
export type LabelQuery = string | Pick<LabelRequirements, 'matches'>;

/** Reads one namespace of an informer's store. */
export interface NamespacedLister<T extends KubernetesObject> {
  list(selector?: LabelQuery): DeepReadonly<T>[];
  /** Throws an ApiError (NotFound) when the store has no such object. */
  get(name: string): DeepReadonly<T>;
}

/**
 * Reads an informer's store: without a request, and as old as the last event that came. Objects
 * are shared: copy (`deepCopy…`) before changing.
 */
export interface Lister<T extends KubernetesObject> {
  list(selector?: LabelQuery): DeepReadonly<T>[];
  /**
   * The object of a cluster-scoped kind by its name; of a namespaced kind by its key
   * (`NAMESPACE/NAME`). Throws an ApiError (NotFound) when the store has no such object.
   */
  get(key: string): DeepReadonly<T>;
  namespace(namespace: string): NamespacedLister<T>;
  /** The objects that an index of the informer has under a value. */
  byIndex(indexName: string, value: string): DeepReadonly<T>[];
}

/** Creates the lister over an informer's store; `resource` names the kind in errors. */
export function createLister<T extends KubernetesObject>(
  store: Store<T>,
  resource: ResourceDefinition<T>,
): Lister<T> {
  const find = (key: string, name: string): DeepReadonly<T> => {
    const object = store.get(key);
    if (object === undefined) throw notFound(resource, name);
    return object;
  };
  return {
    list: (selector) => select(store.list(), selector),
    get: (key) => find(key, key),
    byIndex: (indexName, value) => store.byIndex(indexName, value),
    namespace: (namespace) => ({
      list: (selector) => select(inNamespace(store, namespace), selector),
      get: (name) => find(`${namespace}/${name}`, name),
    }),
  };
}

function inNamespace<T extends KubernetesObject>(
  store: Store<T>,
  namespace: string,
): DeepReadonly<T>[] {
  if (store.hasIndex(NAMESPACE_INDEX)) return store.byIndex(NAMESPACE_INDEX, namespace);
  return store.list().filter((object) => object.metadata.namespace === namespace);
}

function select<T extends KubernetesObject>(
  objects: DeepReadonly<T>[],
  selector: LabelQuery | undefined,
): DeepReadonly<T>[] {
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
