import { apiErrorFromResponse } from '../client/api-error-from-response.js';
import { isNotFound } from '../client/errors.js';
import type { CallOptions } from '../client/options.js';
import { readBody } from '../client/read-body.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Transport } from '../transport/transport.js';
import { isMapping, type Mapping } from '../meta/is-mapping.js';
import { readAggregated } from './aggregated.js';
import type { DiscoveredApi } from './api-resource.js';
import { coreVersions, groupsOf, readDocuments } from './documents.js';

/** The response of the path `/version`. */
export interface ServerVersion {
  /** The major version, such as `1`. */
  readonly major: string;
  /** The minor version, such as `36`. */
  readonly minor: string;
  /** Such as `v1.37.2`. */
  readonly gitVersion: string;
  /** The operating system and architecture of the server, such as `linux/amd64`. */
  readonly platform: string;
}

/** Reads the resources that a server serves. */
export interface DiscoveryClient {
  /**
   * Returns all groups, versions and resources. Takes two requests if the server supports
   * aggregated discovery (Kubernetes 1.26 and later), otherwise one per version. A version that
   * cannot be read is reported in `failures`. Rejects if the server itself cannot be reached.
   */
  discover(options?: CallOptions): Promise<DiscoveredApi>;
  /** Returns the version of the server. */
  serverVersion(options?: CallOptions): Promise<ServerVersion>;
}

/**
 * Creates a discovery client (client-go: discovery). It does not cache; see `createRestMapper` for
 * a cached view.
 *
 * @example
 * const { groups, failures } = await createDiscoveryClient(transport).discover({ signal });
 * for (const { name, versions } of groups) console.log(name || 'core', versions[0]?.version);
 * for (const { group, version, error } of failures) console.error(group, version, error);
 */
export function createDiscoveryClient(transport: Transport): DiscoveryClient {
  return {
    async discover(options = {}) {
      const roots = await Promise.all(
        ['/api', '/apis'].map((root) => discoverRoot(transport, root, options)),
      );
      // An abort by the caller is not a failure of a version.
      options.signal?.throwIfAborted();
      return {
        groups: roots.flatMap(({ groups }) => groups),
        failures: roots.flatMap(({ failures }) => failures),
      };
    },
    serverVersion: (options = {}) => read<ServerVersion>(transport, '/version', options),
  };
}

/** Servers with aggregated discovery return the aggregated document, others the plain one. */
const ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

const NOTHING: DiscoveredApi = { groups: [], failures: [] };

async function discoverRoot(
  transport: Transport,
  root: string,
  options: CallOptions,
): Promise<DiscoveredApi> {
  const document = await readRoot(transport, root, options);
  if (document === undefined) return NOTHING;
  const readEach = (path: string): Promise<Mapping> => readDocument(transport, path, options);
  if (isDocument(document, 'APIGroupDiscoveryList', 'items')) return readAggregated(document);
  if (isDocument(document, 'APIVersions', 'versions')) {
    return readDocuments(coreVersions(document), readEach);
  }
  if (isDocument(document, 'APIGroupList', 'groups')) {
    return readDocuments(groupsOf(document), readEach);
  }
  throw new VmgenError('ERR_VMGEN_ANSWER', `the response to ${root} is not a discovery document`);
}

/** Servers in Go write some empty lists as null. */
function isDocument(document: Mapping, kind: string, list: string): boolean {
  const listed = document[list] ?? [];
  return document['kind'] === kind && Array.isArray(listed);
}

/**
 * Returns undefined if the server does not have this root: a server with only aggregated APIs has
 * no `/api`.
 */
async function readRoot(
  transport: Transport,
  root: string,
  options: CallOptions,
): Promise<Mapping | undefined> {
  try {
    return await readDocument(transport, root, options);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function readDocument(
  transport: Transport,
  path: string,
  options: CallOptions,
): Promise<Mapping> {
  const document = await read<unknown>(transport, path, options);
  if (isMapping(document)) return document;
  throw new VmgenError('ERR_VMGEN_ANSWER', `the response to ${path} is not a discovery document`);
}

async function read<D>(transport: Transport, path: string, { signal }: CallOptions): Promise<D> {
  const response = await transport.request({
    method: 'GET',
    path,
    headers: { accept: ACCEPT },
    ...(signal !== undefined && { signal }),
  });
  if (response.status === 200) return readBody<D>(await response.text());
  throw await apiErrorFromResponse(response, {
    method: 'GET',
    resource: path,
    group: '',
    plural: '',
    name: undefined,
  });
}
