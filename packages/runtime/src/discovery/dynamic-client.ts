import { createFullClient, type ResourceClientOptions } from '../client/create-resource-client.js';
import type { CallOptions } from '../client/options.js';
import type { FullResourceClient } from '../client/resource-client.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { UnstructuredObject } from '../meta/unstructured.js';
import type { Transport } from '../transport/transport.js';
import { createDiscoveryClient } from './discovery-client.js';
import type { KindQuery } from './find-resource.js';
import { createRestMapper, type RestMapper } from './rest-mapper.js';

/** The fields of an object that determine its client. */
export interface ObjectIdentity {
  /** The group and version of the kind. */
  readonly apiVersion?: string | undefined;
  /** The kind. */
  readonly kind?: string | undefined;
  /** The name and the namespace, which cluster-scoped kinds do not have. */
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** Options of {@link DynamicClient.forObject}. */
export interface ForObjectOptions extends CallOptions {
  /** The namespace of namespaced objects without `metadata.namespace`. */
  readonly namespace?: string | undefined;
}

/** Clients of kinds that are known only when the program runs (client-go: dynamic). */
export interface DynamicClient {
  /** Finds the resources of kinds. */
  readonly mapper: RestMapper;
  /** Returns a client of a kind, for one namespace or for all namespaces. */
  forKind(
    kind: KindQuery,
    options?: ResourceClientOptions & CallOptions,
  ): Promise<FullResourceClient<UnstructuredObject>>;
  /**
   * Returns a client of the kind of an object, in the object's namespace. Rejects like
   * {@link RestMapper} if the server does not serve the kind, and with `ERR_VMGEN_ARGUMENT` if the
   * object has no apiVersion or kind, or has a namespace although its kind is cluster-scoped.
   */
  forObject(
    object: ObjectIdentity,
    options?: ForObjectOptions,
  ): Promise<FullResourceClient<UnstructuredObject>>;
}

/** Options of {@link createDynamicClient}. */
export interface DynamicClientOptions {
  /** A shared mapper. Defaults to a new one. */
  readonly mapper?: RestMapper;
}

/**
 * Creates a dynamic client. It returns clients of `createResourceClient` with all verbs.
 *
 * @example
 * const dynamic = createDynamicClient(transport);
 * const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { b: 'c' } };
 * const configMaps = await dynamic.forObject(manifest, { namespace: 'default' });
 * await configMaps.apply(manifest, { fieldManager: 'example' });
 */
export function createDynamicClient(
  transport: Transport,
  { mapper = createRestMapper(createDiscoveryClient(transport)) }: DynamicClientOptions = {},
): DynamicClient {
  return {
    mapper,
    async forKind(kind, { namespace, signal } = {}) {
      const resource = await mapper.forKind(kind, signal && { signal });
      return createFullClient(transport, resource, namespace);
    },
    async forObject(object, { namespace, signal } = {}) {
      const resource = await mapper.forKind(kindOf(object), signal && { signal });
      const fallback = resource.scope === 'Namespaced' ? namespace : undefined;
      return createFullClient(transport, resource, object.metadata?.namespace ?? fallback);
    },
  };
}

function kindOf({ apiVersion = '', kind = '' }: ObjectIdentity): KindQuery {
  const [version = '', group = '', ...rest] = apiVersion.split('/').reverse();
  if (version === '' || kind === '' || rest.length > 0) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `the object has apiVersion ${JSON.stringify(apiVersion)} and kind ${JSON.stringify(kind)}; ` +
        'set both, such as v1 and Pod, or apps/v1 and Deployment',
    );
  }
  return { group, version, kind };
}
