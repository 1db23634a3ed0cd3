import { apiErrorFromResponse } from '../client/api-error-from-response.js';
import { isNotFound } from '../client/errors.js';
import type { CallOptions } from '../client/options.js';
import { readBody } from '../client/read-body.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Transport } from '../transport/transport.js';
import { isMapping, type Mapping } from '../meta/is-mapping.js';
import {
  type DiscoveredApi,
  apiResource,
  type ApiGroup,
  type ApiResource,
  type DiscoveryFailure,
  type ApiSubresource,
  type ApiVersion,
} from './api-resource.js';
import { apiVersionOf } from '../client/resource.js';
import { fieldOf, mappingsOf, stringOf, stringsOf } from './wire.js';

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

/**
 * Converts the aggregated document of all groups (client-go: discovery/aggregated_discovery.go): an
 * APIGroupDiscoveryList of apidiscovery.k8s.io/v2, or of v2beta1, which has the same format.
 */
function readAggregated(document: Mapping): DiscoveredApi {
  const failures: DiscoveryFailure[] = [];
  const groups = mappingsOf(document['items']).map(({ metadata, versions }): ApiGroup => {
    const group = stringOf(fieldOf(metadata, 'name'));
    return {
      name: group,
      versions: mappingsOf(versions).map((wire) => {
        const version = stringOf(wire['version']);
        if (wire['freshness'] === 'Stale') failures.push(staleness(group, version));
        return {
          version,
          resources: mappingsOf(wire['resources']).flatMap((each) =>
            resourceOf(each, group, version),
          ),
        };
      }),
    };
  });
  return { groups, failures };
}

function staleness(group: string, version: string): DiscoveryFailure {
  const error = new VmgenError(
    'ERR_VMGEN_ANSWER',
    `the API server cannot reach the server of ${apiVersionOf({ group, version })}; its resources ` +
      'may be outdated; check its APIService',
  );
  return { group, version, error };
}

function resourceOf(wire: Mapping, group: string, version: string): ApiResource[] {
  const kind = stringOf(fieldOf(wire['responseKind'], 'kind'));
  const resource = apiResource({
    group,
    version,
    kind,
    plural: stringOf(wire['resource']),
    singular: stringOf(wire['singularResource']) || kind.toLowerCase(),
    scope: wire['scope'] === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: stringsOf(wire['verbs']),
    shortNames: stringsOf(wire['shortNames']),
    categories: stringsOf(wire['categories']),
    subresources: mappingsOf(wire['subresources']).map(({ subresource, responseKind, verbs }) => ({
      name: stringOf(subresource),
      ...kindOf(responseKind, group, version),
      verbs: stringsOf(verbs),
    })),
  });
  return resource === undefined ? [] : [resource];
}

/** Built-in kinds contain group and version only if they differ from those of the resource. */
function kindOf(
  wire: unknown,
  group: string,
  version: string,
): { group: string; version: string; kind: string } {
  const kind = stringOf(fieldOf(wire, 'kind'));
  const own = stringOf(fieldOf(wire, 'version'));
  return own === ''
    ? { group, version, kind }
    : { group: stringOf(fieldOf(wire, 'group')), version: own, kind };
}

/** The versions of a group, without their resources. */
interface GroupVersions {
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly string[];
}

/** Returns the versions of the core group in an APIVersions document (`/api`). */
function coreVersions(document: Mapping): GroupVersions[] {
  return [{ name: '', versions: stringsOf(document['versions']) }];
}

/** Returns the groups in an APIGroupList (`/apis`). */
function groupsOf(document: Mapping): GroupVersions[] {
  return mappingsOf(document['groups']).map(({ name, versions, preferredVersion }) => {
    const preferred = fieldOf(preferredVersion, 'version');
    const all = mappingsOf(versions).map(({ version }) => stringOf(version));
    return {
      name: stringOf(name),
      versions: [
        ...all.filter((each) => each === preferred),
        ...all.filter((each) => each !== preferred),
      ],
    };
  });
}

/** The number of concurrent requests. */
const AT_ONCE = 8;

/**
 * Reads the document of each version from servers without aggregated discovery. A document that
 * cannot be read is reported as a failure.
 */
async function readDocuments(
  groups: readonly GroupVersions[],
  read: (path: string) => Promise<Mapping>,
): Promise<DiscoveredApi> {
  const failures: DiscoveryFailure[] = [];
  const found = new Map<string, ApiVersion>();
  const waiting = groups.flatMap(({ name, versions }) =>
    versions.map((version) => ({ group: name, version })),
  );
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { group, version } = next;
      const name = apiVersionOf(next);
      try {
        const document = await read(`${group === '' ? '/api' : '/apis'}/${name}`);
        found.set(name, { version, resources: resourcesOf(document, group, version) });
      } catch (error) {
        failures.push({ group, version, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    groups: groups.map(({ name, versions }): ApiGroup => {
      const known = versions.map((version) => found.get(apiVersionOf({ group: name, version })));
      return { name, versions: known.filter((version) => version !== undefined) };
    }),
    failures,
  };
}

/** Returns the resources in an APIResourceList (`/apis/GROUP/VERSION`). */
function resourcesOf(document: Mapping, group: string, version: string): ApiResource[] {
  if (document['kind'] !== 'APIResourceList') {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the response for ${apiVersionOf({ group, version })} is not an APIResourceList`,
    );
  }
  const all = mappingsOf(document['resources']);
  return all.flatMap((wire) => {
    const [plural, kind] = [stringOf(wire['name']), stringOf(wire['kind'])];
    const resource = apiResource({
      group,
      version,
      kind,
      plural,
      singular: stringOf(wire['singularName']) || kind.toLowerCase(),
      scope: wire['namespaced'] === true ? 'Namespaced' : 'Cluster',
      verbs: stringsOf(wire['verbs']),
      shortNames: stringsOf(wire['shortNames']),
      categories: stringsOf(wire['categories']),
      subresources: subresourcesOf(plural, all, { group, version }),
    });
    return resource === undefined ? [] : [resource];
  });
}

/**
 * Subresources are listed among the resources as `PLURAL/NAME`. Their kinds may belong to another
 * group.
 */
function subresourcesOf(
  plural: string,
  all: readonly Mapping[],
  own: { readonly group: string; readonly version: string },
): ApiSubresource[] {
  return all
    .filter(({ name }) => stringOf(name).startsWith(`${plural}/`))
    .map(({ name, group, version, kind, verbs }) => ({
      name: stringOf(name).slice(plural.length + 1),
      ...(stringOf(version) ? { group: stringOf(group), version: stringOf(version) } : own),
      kind: stringOf(kind),
      verbs: stringsOf(verbs),
    }));
}
