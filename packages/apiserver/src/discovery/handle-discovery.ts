import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { acceptClauses, clauseCovers, isRouted } from '../response/accept-clauses.js';
import { statusResponse } from '../response/status-response.js';
import { encodeHex } from '@vmgen/base/bytes';
import { sha512 } from '@vmgen/base/digest';
import { printGoYaml } from '@vmgen/base/yaml';
import type { JsonObject } from '@vmgen/base/json';
import { textResponse } from '../response/text-response.js';
import { type ServedResource, groupVersionOf } from '../resource/served-resource.js';
import {
  methodNotAllowed,
  notAcceptable,
  notRouted,
  REPRESENTATIONS,
} from '../errors/status-error.js';
import { groupResources, versionsOf, type ApiGroup, type ApiVersion } from './group-resources.js';
import { versionDocument } from './version-document.js';

const AGGREGATED = ';g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const NO_CACHE = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };

/**
 * Answers requests for `/`, `/api`, `/apis`, group and version documents, `/version` and the health
 * endpoints. Returns undefined for other paths, and for groups and versions that are not served
 * (`404 page not found`).
 *
 * @param server what the documents contain of the server
 */
export function handleDiscovery(
  request: TransportRequest,
  resources: readonly ServedResource[],
  server: DescribedServer,
): TransportResponse | undefined {
  const [path = '', query = ''] = request.path.split('?', 2);
  const health = healthResponse(path, query);
  if (health !== undefined) return health;
  const document = documentAt(path, resources, server);
  if (document === undefined) return undefined;
  // The real server answers any method where its generic router does not.
  if (request.method !== 'GET' && document.routed !== undefined) {
    return statusResponse(methodNotAllowed());
  }
  return negotiate(request.headers ?? {}, document);
}

/** Whether kube-apiserver answers a document by its generic router, which knows no HEAD. */
export const isRoutedDocument = (path: string, resources: readonly ServedResource[]): boolean =>
  documentAt(path.split('?', 1)[0] ?? '', resources, { platform: '' })?.routed !== undefined;

/** What documents contain of the server itself. */
interface DescribedServer {
  /** The platform of the program, as Go names it: `linux/amd64`. */
  readonly platform: string;
  /** `HOST:PORT`, if the server listens. */
  readonly address?: string | undefined;
}

interface Document {
  plain(): object;
  /** The aggregated form, if it exists. */
  aggregated?(): object;
  /** The forms that the generic router knows for the path; undefined if it does not route it. */
  readonly routed?: readonly string[];
  /** Whether the document is always indented JSON. */
  readonly isIndented?: boolean;
}

const JSON_ONLY = ['application/json'];

function documentAt(
  path: string,
  resources: readonly ServedResource[],
  { platform, address }: DescribedServer,
): Document | undefined {
  const segments = path.split('/').slice(1);
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  const [root, ...rest] = segments;
  if (root === '' && rest.length === 0) {
    return { plain: () => ({ paths: rootPaths(resources) }), isIndented: true };
  }
  if (root === 'version' && rest.length === 0) {
    return { plain: () => versionDocument(platform), isIndented: true, routed: JSON_ONLY };
  }
  if (root === 'api') return coreDocument(rest, resources, address);
  if (root === 'apis') return groupsDocument(rest, resources);
  return undefined;
}

function coreDocument(
  rest: readonly string[],
  resources: readonly ServedResource[],
  address: string | undefined,
): Document | undefined {
  const versions = versionsOf(resources, '');
  if (rest.length === 0) {
    return {
      plain: () => apiVersionsDocument(address),
      routed: REPRESENTATIONS,
      aggregated: () => aggregatedDocument([{ name: '', versions }]),
    };
  }
  const version = versions.find((candidate) => candidate.version === rest[0]);
  if (rest.length !== 1 || version === undefined) return undefined;
  return { plain: () => apiResourceListDocument('', version), routed: REPRESENTATIONS };
}

function groupsDocument(
  [name, versionName, ...deeper]: readonly string[],
  resources: readonly ServedResource[],
): Document | undefined {
  const groups = groupResources(resources);
  if (name === undefined) {
    return {
      plain: () => apiGroupListDocument(groups),
      aggregated: () => aggregatedDocument(groups),
    };
  }
  const group = groups.find((candidate) => candidate.name === name);
  if (group === undefined || deeper.length > 0) return undefined;
  if (versionName === undefined) return { plain: () => apiGroupDocument(group) };
  const version = group.versions.find((candidate) => candidate.version === versionName);
  if (version === undefined) return undefined;
  const isCustom = version.resources.some((resource) => resource.isCustom);
  const plain = (): object => apiResourceListDocument(name, version);
  return isCustom ? { plain } : { plain, routed: REPRESENTATIONS };
}

function negotiate(
  headers: Readonly<Record<string, string>>,
  document: Document,
): TransportResponse {
  const accept = headers['accept'];
  const { routed } = document;
  if (routed !== undefined && !isRouted(accept, routed)) return statusResponse(notRouted(routed));
  if (document.isIndented === true) {
    return textResponse(200, NO_CACHE, JSON.stringify(document.plain(), null, 2));
  }
  for (const clause of acceptClauses(accept)) {
    const type = DOCUMENT_TYPES.find((subtype) => clauseCovers(clause, 'application', subtype));
    if (type === undefined) continue;
    const as = clause.parameters.get('as');
    if (as === undefined) {
      const contentType = `application/${type}`;
      const text = documentText(document.plain(), type);
      return textResponse(200, { ...NO_CACHE, 'content-type': contentType }, text);
    }
    if (
      document.aggregated !== undefined &&
      as === 'APIGroupDiscoveryList' &&
      clause.parameters.get('g') === 'apidiscovery.k8s.io' &&
      clause.parameters.get('v') === 'v2'
    ) {
      return aggregatedResponse(headers, type, documentText(document.aggregated(), type));
    }
  }
  return statusResponse(notAcceptable(REPRESENTATIONS));
}

const DOCUMENT_TYPES = ['json', 'yaml'] as const;

type DocumentType = (typeof DOCUMENT_TYPES)[number];

function documentText(document: object, type: DocumentType): string {
  const text = JSON.stringify(document);
  return type === 'json' ? `${text}\n` : printGoYaml(JSON.parse(text) as JsonObject);
}

function aggregatedResponse(
  headers: Readonly<Record<string, string>>,
  type: DocumentType,
  body: string,
): TransportResponse {
  const digest = encodeHex(sha512(body)).toUpperCase();
  const etag = `"${digest}"`;
  const cacheHeaders = { etag, 'cache-control': 'public', vary: 'Accept' };
  if (headers['if-none-match'] === etag) return textResponse(304, cacheHeaders, '');
  return textResponse(
    200,
    { 'content-type': `application/${type}${AGGREGATED}`, ...cacheHeaders },
    body,
  );
}

/** Returns the paths in the response to `GET /`. */
function rootPaths(resources: readonly ServedResource[]): string[] {
  const paths = new Set([
    '/api',
    '/apis',
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/version',
    ...HEALTH_PATHS,
  ]);
  for (const resource of resources) {
    const groupVersion = groupVersionOf(resource);
    if (resource.group === '') {
      paths.add(`/api/${groupVersion}`);
    } else {
      paths.add(`/apis/${resource.group}`).add(`/apis/${groupVersion}`);
    }
  }
  return [...paths].sort();
}

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  healthz: ['ping'],
  livez: ['ping'],
  readyz: ['ping', 'informer-sync'],
};

const PLAIN_TEXT = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-cache, private',
  'x-content-type-options': 'nosniff',
};

/**
 * Answers `/healthz`, `/livez`, `/readyz` and their checks, with `?verbose`. A server that responds
 * is healthy, because its store is in memory. Returns undefined for other paths.
 */
function healthResponse(path: string, query: string): TransportResponse | undefined {
  const [, endpoint = '', check, ...deeper] = path.split('/');
  const checks = CHECKS[endpoint];
  if (checks === undefined || deeper.length > 0) return undefined;
  if (check !== undefined && check !== '') {
    return checks.includes(check) ? textResponse(200, PLAIN_TEXT, 'ok') : undefined;
  }
  const text = new URLSearchParams(query).has('verbose')
    ? [...checks.map((name) => `[+]${name} ok`), `${endpoint} check passed`, ''].join('\n')
    : 'ok';
  return textResponse(200, PLAIN_TEXT, text);
}

/** The health endpoints. */
const HEALTH_PATHS: readonly string[] = Object.keys(CHECKS).map((name) => `/${name}`);

/** `/api` (meta/v1 APIVersions). A server in this process has no address. */
function apiVersionsDocument(address: string | undefined): object {
  const serverAddressByClientCIDRs =
    address === undefined ? [] : [{ clientCIDR: '0.0.0.0/0', serverAddress: address }];
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs };
}

/** `/apis` (meta/v1 APIGroupList). */
function apiGroupListDocument(groups: readonly ApiGroup[]): object {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupEntry) };
}

/** `/apis/GROUP` (meta/v1 APIGroup). */
function apiGroupDocument(group: ApiGroup): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) };
}

/** `/api/v1` and `/apis/GROUP/VERSION` (meta/v1 APIResourceList). */
function apiResourceListDocument(group: string, version: ApiVersion): object {
  return {
    kind: 'APIResourceList',
    // kube-apiserver omits this only for the core group.
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersionOf({ group, version: version.version }),
    resources: version.resources.flatMap(resourceEntries),
  };
}

function groupEntry(group: ApiGroup): object {
  const versions = group.versions.map(({ version }) => ({
    groupVersion: `${group.name}/${version}`,
    version,
  }));
  return { name: group.name, versions, preferredVersion: versions[0] };
}

function resourceEntries(resource: ServedResource): object[] {
  const own = {
    name: resource.plural,
    singularName: resource.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: resource.verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(resource.storageVersionHash === undefined
      ? {}
      : { storageVersionHash: resource.storageVersionHash }),
  };
  const subresources = resource.subresources.map((subresource) => ({
    name: `${resource.plural}/${subresource.name}`,
    singularName: '',
    namespaced: resource.namespaced,
    // Only a kind of another group or version specifies them.
    ...(subresource.group === resource.group && subresource.version === resource.version
      ? {}
      : { group: subresource.group, version: subresource.version }),
    kind: subresource.kind,
    verbs: subresource.verbs,
  }));
  return [own, ...subresources];
}

/**
 * Returns all resources of `groups` in one document (apidiscovery.k8s.io/v2 APIGroupDiscoveryList).
 */
function aggregatedDocument(groups: readonly ApiGroup[]): object {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map((group) => ({
      metadata: group.name === '' ? {} : { name: group.name },
      versions: group.versions.map(versionEntry),
    })),
  };
}

function versionEntry(version: ApiVersion): object {
  return {
    version: version.version,
    resources: version.resources.map(resourceEntry),
    freshness: 'Current',
  };
}

function resourceEntry(resource: ServedResource): object {
  return {
    resource: resource.plural,
    responseKind: responseKind(resource, resource),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(resource.subresources.length === 0
      ? {}
      : {
          subresources: resource.subresources.map((subresource) => ({
            subresource: subresource.name,
            responseKind: responseKind(resource, subresource),
            verbs: subresource.verbs,
          })),
        }),
  };
}

/** Built-in kinds show their group and version only if they differ from the resource's. */
function responseKind(
  resource: ServedResource,
  answer: { readonly group: string; readonly version: string; readonly kind: string },
): object {
  const own = answer.group === resource.group && answer.version === resource.version;
  return own && !resource.isCustom
    ? { group: '', version: '', kind: answer.kind }
    : { group: answer.group, version: answer.version, kind: answer.kind };
}
