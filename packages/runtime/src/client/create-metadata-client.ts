import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import type { ResourceClientOptions } from './create-resource-client.js';
import type { ListWatchClient } from './list-watch-client.js';
import { metadataOnly } from './representation.js';
import type { ResourceClient } from './resource-client.js';
import { checkNamespace } from './resource-path.js';
import type { ResourceDefinition } from './resource.js';
import { TypedClient } from './typed-client.js';

/**
 * An object of any kind with only its metadata. Its apiVersion and kind are those of the object
 * instead of `PartialObjectMetadata` on the wire, so it can be used for owner references, events
 * and lookups in a scheme.
 */
export interface PartialObjectMetadata extends KubernetesObject {}

/** The definition of a kind for a metadata client, which does not need the type of its objects. */
export type MetadataResource<S extends ResourceScope = ResourceScope> = Omit<
  ResourceDefinition<KubernetesObject, S>,
  'deepCopy'
>;

/**
 * Reads, patches and deletes objects by their metadata. Creating, updating and writing the status
 * require a {@link ResourceClient}.
 */
export type MetadataClient<S extends ResourceScope = ResourceScope> = Pick<
  ResourceClient<PartialObjectMetadata, S>,
  | 'resource'
  | 'namespace'
  | 'get'
  | 'find'
  | 'list'
  | 'watch'
  | 'mergePatch'
  | 'jsonPatch'
  | 'apply'
  | 'delete'
  | 'deleteCollection'
>;

/**
 * Creates a client that requests only the metadata of objects (client-go: metadata), for programs
 * that count, label, own or collect objects of any content. Names and namespaces are validated as
 * by {@link createResourceClient}.
 *
 * @example
 * const machines = createMetadataClient(transport, virtualMachineResource, { namespace: 'default' });
 * for (const { metadata } of (await machines.list({ labelSelector: 'stage=old' })).items) {
 *   await machines.delete(metadata.name, { preconditions: { uid: metadata.uid } });
 * }
 */
export function createMetadataClient(
  transport: Transport,
  resource: MetadataResource<'Cluster'>,
): MetadataClient<'Cluster'>;
/** Creates a client of the metadata of objects in one namespace. */
export function createMetadataClient<S extends ResourceScope>(
  transport: Transport,
  resource: MetadataResource<S>,
  options: ResourceClientOptions & { readonly namespace: string },
): MetadataClient<S>;
/**
 * Creates a client of the metadata of objects in all namespaces, or in the namespace of `options`.
 */
export function createMetadataClient<S extends ResourceScope>(
  transport: Transport,
  resource: MetadataResource<S>,
  options?: ResourceClientOptions,
): ListWatchClient<PartialObjectMetadata, S>;
export function createMetadataClient<S extends ResourceScope>(
  transport: Transport,
  resource: MetadataResource<S>,
  { namespace }: ResourceClientOptions = {},
): MetadataClient<S> {
  checkNamespace(resource, namespace);
  const { group, version, kind, listKind, plural, singular, scope } = resource;
  const definition: ResourceDefinition<PartialObjectMetadata, S> = {
    ...{ group, version, kind, listKind, plural, singular, scope },
    deepCopy: (object) => deepCopyJson<PartialObjectMetadata>(object),
  };
  return new TypedClient(transport, definition, namespace, metadataOnly(definition));
}
