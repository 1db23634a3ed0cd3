import { createFullClient, type ResourceClientOptions } from '../client/create-resource-client.js';
import type { CallOptions } from '../client/options.js';
import type { FullResourceClient } from '../client/resource-client.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { UnstructuredObject } from '../meta/unstructured.js';
import type { Transport } from '../transport/transport.js';
import { createDiscoveryClient } from './discovery-client.js';
import type { KindQuery } from './find-resource.js';
import { createRestMapper, type RestMapper } from './rest-mapper.js';

/** What of an object says which client it needs. */
export interface ObjectIdentity {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** Where an object goes. */
export interface ForObjectOptions extends CallOptions {
  /** The namespace of an object that names none, where its kind is namespaced. */
  readonly namespace?: string | undefined;
}

/** Clients of kinds that are known only when the program runs (client-go: dynamic). */
export interface DynamicClient {
  /** Where the kinds are looked up. */
  readonly mapper: RestMapper;
  /** A client of the objects of `kind`, in one namespace or over all of them. */
  forKind(
    kind: KindQuery,
    options?: ResourceClientOptions & CallOptions,
  ): Promise<FullResourceClient<UnstructuredObject>>;
  /**
   * A client of the kind that an object says it is of, in the object's namespace. Rejects as
   * {@link RestMapper} where the server does not serve the kind, and with `ERR_VMGEN_ARGUMENT` where
   * the object does not say what it is, or names a namespace and its kind has none.
   */
  forObject(
    object: ObjectIdentity,
    options?: ForObjectOptions,
  ): Promise<FullResourceClient<UnstructuredObject>>;
}

/** What a dynamic client takes. */
export interface DynamicClientOptions {
  /** One that others use too. By default the client has its own. */
  readonly mapper?: RestMapper;
}

/**
 * A dynamic client. The clients that it gives are those of `createResourceClient`, with every verb.
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
      `an object of apiVersion ${JSON.stringify(apiVersion)} and kind ${JSON.stringify(kind)}: ` +
        'both must be set, as v1 and Pod, or apps/v1 and Deployment',
    );
  }
  return { group, version, kind };
}
