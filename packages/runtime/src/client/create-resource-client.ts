import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import type { ListWatchClient } from './list-watch-client.js';
import type { FullResourceClient } from './resource-client.js';
import { checkNamespace } from './resource-path.js';
import type { ResourceDefinition } from './resource.js';
import { TypedClient } from './typed-client.js';

/** The scope of a client. */
export interface ResourceClientOptions {
  /** The namespace. Defaults to all namespaces, in which objects can only be listed and watched. */
  readonly namespace?: string | undefined;
}

/**
 * Creates a typed client of `resource`. For a namespaced kind without a namespace it is a
 * {@link ListWatchClient} over all namespaces, since the API server has no other verb there.
 * Methods reject with `ERR_VMGEN_ARGUMENT`, without sending a request, if a name would change the
 * path (empty, `..`, or with a slash).
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
/** Creates a typed client of `resource` for all namespaces, or for the namespace of `options`. */
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
 * Creates a client with all verbs, for any kind and namespace. Generated code narrows its type to
 * the verbs of the kind, and without a namespace to the verbs that do not need one.
 */
export function createFullClient<T extends KubernetesObject, S extends ResourceScope>(
  transport: Transport,
  resource: ResourceDefinition<T, S>,
  namespace?: string,
): FullResourceClient<T, S> {
  checkNamespace(resource, namespace);
  return new TypedClient(transport, resource, namespace);
}
