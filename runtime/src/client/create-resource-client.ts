import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import type { ListWatchClient } from './list-watch-client.js';
import type { FullResourceClient } from './resource-client.js';
import { checkNamespace } from './resource-path.js';
import type { ResourceDefinition } from './resource.js';
import { TypedClient } from './typed-client.js';

/** Which objects of its kind a client reads and writes. */
export interface ResourceClientOptions {
  /** One namespace. Defaults to all of them, where the API server can only list and watch. */
  readonly namespace?: string | undefined;
}

/**
 * Creates a typed client of `resource`. For a namespaced kind without a namespace it is a
 * {@link ListWatchClient} over all namespaces, since the API server has no other verb there. Names that
 * would lead to another path of the API (empty, `..`, with a slash) are an error before anything is sent.
 *
 * @example
 * const leases = createResourceClient(transport, leaseResource, { namespace: 'kube-system' });
 * const lease = await leases.find('vm-controller');
 * console.log(lease?.spec?.holderIdentity ?? 'nobody');
 */
export function createResourceClient<T extends KubernetesObject>(
  transport: Transport,
  resource: ResourceDefinition<T, 'Cluster'>,
): FullResourceClient<T, 'Cluster'>;
/** Creates a typed client of `resource` in one namespace. */
export function createResourceClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
>(
  transport: Transport,
  resource: ResourceDefinition<T, S>,
  options: ResourceClientOptions & { readonly namespace: string },
): FullResourceClient<T, S>;
/** Creates a typed client of `resource` over all namespaces, or in the one that `options` name. */
export function createResourceClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
>(
  transport: Transport,
  resource: ResourceDefinition<T, S>,
  options?: ResourceClientOptions,
): ListWatchClient<T, S>;
export function createResourceClient<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
>(
  transport: Transport,
  resource: ResourceDefinition<T, S>,
  { namespace }: ResourceClientOptions = {},
): FullResourceClient<T, S> {
  return createFullClient(transport, resource, namespace);
}

/**
 * Creates a client with every verb, whatever the kind and the namespace. Generated code narrows its type
 * to the verbs of the kind, and without a namespace to those that need none.
 */
export function createFullClient<T extends KubernetesObject, S extends ResourceScope>(
  transport: Transport,
  resource: ResourceDefinition<T, S>,
  namespace?: string,
): FullResourceClient<T, S> {
  checkNamespace(resource, namespace);
  return new TypedClient(transport, resource, namespace);
}
