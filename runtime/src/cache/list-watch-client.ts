import type { ResourceClient } from '../client/resource-client.js';
import type { KubernetesObject } from '../meta/types.js';

/** What an informer needs of a typed client. */
export type ListWatchClient<T extends KubernetesObject, N extends boolean = boolean> = Pick<
  ResourceClient<T, N>,
  'list' | 'watch' | 'resource'
>;

/** What an informer over several namespaces needs of the client of each. */
export type NamespacedListWatchClient<
  T extends KubernetesObject,
  N extends boolean = boolean,
> = ListWatchClient<T, N> & Pick<ResourceClient<T, N>, 'namespace'>;
