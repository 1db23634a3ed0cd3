import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ResourceClient } from './resource-client.js';

/**
 * The part of a typed client that lists and watches. Informers need only this part, and the API
 * server offers only this part for a namespaced kind in all namespaces.
 */
export type ListWatchClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> = Pick<ResourceClient<T, S>, 'resource' | 'namespace' | 'list' | 'watch'>;
