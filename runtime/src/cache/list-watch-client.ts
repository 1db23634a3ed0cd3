import type { ResourceClient } from '../client/resource-client.js';
import type { KubernetesObject } from '../meta/types.js';

/** What an informer needs of a typed client. */
export type ListWatchClient<T extends KubernetesObject> = Pick<
  ResourceClient<T>,
  'list' | 'watch' | 'resource'
>;
