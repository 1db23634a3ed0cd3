import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { acceptClauses, clauseCovers } from '../response/accept-clauses.js';
import { textResponse } from '../response/text-response.js';
import { encodeHex } from '@vmgen/base/bytes';
import { sha512 } from '@vmgen/base/digest';
import { stringifyJson, type JsonObject } from '@vmgen/base/json';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { TypeLibrary } from '../data/type-library.js';
import { KUBERNETES_VERSION } from '../discovery/version-document.js';
import { withReferences } from './component-schemas.js';
import { describedComponent } from './descriptions.js';
import { SCALE_COMPONENT } from '../managed-fields/scale-managers.js';
import {
  customComponentName,
  customListSchema,
  customResourceSchema,
} from './custom-resource-schema.js';
import {
  DISCOVERY_COMPONENT,
  discoveryPath,
  resourcePaths,
  type ResourceComponents,
} from './paths.js';

/**
 * Answers `/openapi/v3` (the index) and `/openapi/v3/PATH` (one group and version); returns
 * undefined for other paths. `/openapi/v2` is an empty document: kubectl requests it if v3 does not
 * contain a kind, and must find no schema to validate against.
 */
export type OpenApiHandler = (
  request: TransportRequest,
  resources: readonly ServedResource[],
) => TransportResponse | undefined;

/** The document of a group and version, which is created on first use. */
class GroupVersion {
  readonly members: readonly ServedResource[];
  readonly #types: TypeLibrary;
  #body: string | undefined;
  #hash: string | undefined;

  constructor(members: readonly ServedResource[], types: TypeLibrary) {
    this.members = members;
    this.#types = types;
  }

  get body(): string {
    this.#body ??= stringifyJson(groupVersionDocument(this.members, this.#types));
    return this.#body;
  }

  /** SHA-512 of the body: the ETag, and the `hash` under which it can be cached permanently. */
  get hash(): string {
    this.#hash ??= encodeHex(sha512(this.body)).toUpperCase();
    return this.#hash;
  }
}

/**
 * Creates a handler with a cache. A document is created when it or the index is first requested, and again
 * after its resources have changed.
 */
export function createOpenApiHandler(types: TypeLibrary): OpenApiHandler {
  let known: readonly ServedResource[] = [];
  let documents: ReadonlyMap<string, GroupVersion> = new Map();

  const documentsOf = (resources: readonly ServedResource[]): ReadonlyMap<string, GroupVersion> => {
    if (sameElements(known, resources)) return documents;
    const before = documents;
    const names = [...new Set(resources.map(documentName))].sort();
    documents = new Map(
      names.map((name) => {
        const members = resources.filter((resource) => documentName(resource) === name);
        const old = before.get(name);
        const isSame = old !== undefined && sameElements(old.members, members);
        return [name, isSame ? old : new GroupVersion(members, types)];
      }),
    );
    known = [...resources];
    return documents;
  };

  return (request, resources) => {
    const [path = '', query = ''] = request.path.split('?', 2);
    if (request.method !== 'GET') return undefined;
    if (path === '/openapi/v2') return emptySwagger(request);
    if (!/^\/openapi\/v3(\/|$)/.test(path)) return undefined;
    const documents = documentsOf(resources);
    const name = path.slice('/openapi/v3'.length).replace(/^\/|\/$/g, '');
    if (name === '') return indexResponse(documents);
    return documentResponse(request, name, documents.get(name), new URLSearchParams(query));
  };
}

function sameElements<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((element, index) => element === b[index]);
}

function documentName(resource: ServedResource): string {
  return `${resource.group === '' ? 'api' : 'apis'}/${groupVersionOf(resource)}`;
}

function urlOf(name: string, document: GroupVersion): string {
  return `/openapi/v3/${name}?hash=${document.hash}`;
}

function indexResponse(documents: ReadonlyMap<string, GroupVersion>): TransportResponse {
  const paths = Object.fromEntries(
    [...documents].map(([name, document]) => [name, { serverRelativeURL: urlOf(name, document) }]),
  );
  return textResponse(
    200,
    { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache, private' },
    JSON.stringify({ paths }),
  );
}

/** In protobuf, zero bytes are an empty document. */
function emptySwagger(request: TransportRequest): TransportResponse {
  const [wanted] = acceptClauses(request.headers?.['accept']);
  if (wanted?.subtype.startsWith('com.github.proto-openapi.spec.v2') === true) {
    const type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
    return textResponse(200, { 'content-type': type }, '');
  }
  const document = { swagger: '2.0', info: OPENAPI_INFO, paths: {} };
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };
  return textResponse(200, headers, JSON.stringify(document));
}

function documentResponse(
  request: TransportRequest,
  name: string,
  document: GroupVersion | undefined,
  query: URLSearchParams,
): TransportResponse {
  const headers = request.headers ?? {};
  if (document === undefined) return textResponse(404, {}, '');
  if (
    !acceptClauses(headers['accept']).some((clause) => clauseCovers(clause, 'application', 'json'))
  ) {
    return textResponse(406, {}, '');
  }
  const etag = `"${document.hash}"`;
  const hash = query.get('hash');
  const caching = {
    etag,
    vary: 'Accept',
    'cache-control': hash === null ? 'no-cache, private' : 'public, immutable',
  };
  if (hash !== null && hash !== document.hash) {
    return textResponse(301, { ...caching, location: urlOf(name, document) }, '');
  }
  if (headers['if-none-match'] === etag) return textResponse(304, caching, '');
  return textResponse(200, { 'content-type': 'application/json', ...caching }, document.body);
}

const OPENAPI_INFO = { title: 'Kubernetes', version: KUBERNETES_VERSION };

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** Returns the OpenAPI v3 document of one group and version. */
function groupVersionDocument(
  resources: readonly ServedResource[],
  types: TypeLibrary,
): JsonObject {
  const custom = new Map<string, JsonObject>();
  const names: string[] = [`${META}.DeleteOptions`, `${META}.Status`, `${META}.Patch`];
  const paths: { [path: string]: JsonObject } = {};
  for (const resource of resources) {
    const components = componentsOf(resource);
    if (resource.component === undefined) {
      custom.set(components.object, customResourceSchema(resource));
      custom.set(components.list, customListSchema(resource));
    } else {
      names.push(DISCOVERY_COMPONENT);
      Object.assign(paths, discoveryPath(resource));
    }
    names.push(components.object);
    if (resource.verbs.includes('list')) names.push(components.list);
    for (const { kind } of resource.subresources) names.push(components.subresource(kind));
    Object.assign(paths, resourcePaths(resource, components));
  }
  const schemas = withReferences(names, (name) => custom.get(name) ?? builtIn(types, name));
  return { openapi: '3.0.0', info: OPENAPI_INFO, paths, components: { schemas } };
}

/** Returns undefined for components that no document describes, such as the options of a proxy. */
function builtIn(types: TypeLibrary, name: string): JsonObject | undefined {
  return types.siblings(name).includes(name)
    ? describedComponent(name, types.component(name))
    : undefined;
}

function componentsOf(resource: ServedResource): ResourceComponents {
  const nameOf = (kind: string): string =>
    resource.component === undefined
      ? customComponentName(resource, kind)
      : `${resource.component.slice(0, resource.component.lastIndexOf('.'))}.${kind}`;
  const subresources = new Map(
    resource.subresources.map(({ kind, component }) => [kind, component]),
  );
  const object = nameOf(resource.kind);
  return {
    object,
    list: nameOf(resource.listKind),
    subresource: (kind) => subresources.get(kind) ?? (kind === 'Scale' ? SCALE_COMPONENT : object),
  };
}
