import type { ResourceClient } from '../client/resource-client.js';
import type { KubernetesObject } from '../meta/types.js';

/** What an informer needs of a typed client. */
export type ListWatchClient<T extends KubernetesObject, N extends boolean = boolean> = Pick<
  ResourceClient<T, N>,
  'list' | 'watch' | 'resource'
>;
