import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ResourceClient } from './resource-client.js';

/**
 * The part of a typed client that lists and watches: what an informer needs, and all that the API server
 * offers for a namespaced kind over all namespaces. Every {@link ResourceClient} is one.
 */
export type ListWatchClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Pick<ResourceClient<T, S>, 'resource' | 'namespace' | 'list' | 'watch'>;
