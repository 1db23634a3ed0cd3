import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import type { FullResourceClient } from './resource-client.js';
import { checkNamespace } from './resource-path.js';
import type { ResourceDefinition } from './resource.js';
import { TypedClient } from './typed-client.js';

/** Which objects of its kind a client is about. */
export interface ResourceClientOptions {
  /**
   * One namespace. Without it a client of a namespaced kind is one over all of them: it can only list,
   * watch and delete collections.
   */
  readonly namespace?: string | undefined;
}

/**
 * A typed client of `resource`. Names that would point elsewhere in the API (empty, `..`, with a slash)
 * are an error before anything is sent.
 *
 * @example
 * const leases = createResourceClient(transport, leaseResource, { namespace: 'kube-system' });
 * const lease = await leases.find('vm-controller');
 * console.log(lease?.spec?.holderIdentity ?? 'nobody');
 */
export function createResourceClient<T extends KubernetesObject, N extends boolean = boolean>(
  transport: Transport,
  resource: ResourceDefinition<T, N>,
  { namespace }: ResourceClientOptions = {},
): FullResourceClient<T, N> {
  checkNamespace(resource, namespace);
  return new TypedClient(transport, resource, namespace);
}
