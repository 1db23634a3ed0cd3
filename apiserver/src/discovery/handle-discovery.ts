import { createHash } from 'node:crypto';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime';
import { acceptClauses, clauseCovers } from '../http/accept-clauses.js';
import { NOT_ACCEPTABLE_MESSAGE, statusResponse } from '../http/status-response.js';
import { textResponse } from '../http/text-response.js';
import type { ServedResource } from '../resource/served-resource.js';
import { methodNotAllowed, statusError } from '../errors/status-error.js';
import { aggregatedDocument } from './aggregated-document.js';
import { groupResources, versionsOf } from './group-resources.js';
import { healthResponse } from './health.js';
import {
  apiGroupDocument,
  apiGroupListDocument,
  apiResourceListDocument,
  apiVersionsDocument,
} from './legacy-documents.js';
import { rootPaths } from './root-paths.js';
import { VERSION_DOCUMENT } from './version-document.js';

const AGGREGATED_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const NO_CACHE = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' };

/**
 * Answers requests for `/`, `/api`, `/apis`, group and version documents, `/version` and the health
 * endpoints. Returns undefined for other paths, and for groups and versions that are not served
 * (`404 page not found`).
 */
export function handleDiscovery(
  request: TransportRequest,
  resources: readonly ServedResource[],
): TransportResponse | undefined {
  const [path = '', query = ''] = request.path.split('?', 2);
  const health = healthResponse(path, query);
  if (health !== undefined) return health;
  const document = documentAt(path, resources);
  if (document === undefined) return undefined;
  if (request.method !== 'GET') {
    return statusResponse(methodNotAllowed());
  }
  return negotiate(request.headers ?? {}, document);
}

interface Document {
  plain(): object;
  /** The aggregated form, if it exists. */
  aggregated?(): object;
}

function documentAt(path: string, resources: readonly ServedResource[]): Document | undefined {
  const segments = path.split('/').slice(1);
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  const [root, ...rest] = segments;
  if (root === '' && rest.length === 0) return { plain: () => ({ paths: rootPaths(resources) }) };
  if (root === 'version' && rest.length === 0) return { plain: () => VERSION_DOCUMENT };
  if (root === 'api') return coreDocument(rest, resources);
  if (root === 'apis') return groupsDocument(rest, resources);
  return undefined;
}

function coreDocument(
  rest: readonly string[],
  resources: readonly ServedResource[],
): Document | undefined {
  const versions = versionsOf(resources, '');
  if (rest.length === 0) {
    return {
      plain: apiVersionsDocument,
      aggregated: () => aggregatedDocument([{ name: '', versions }]),
    };
  }
  const version = versions.find((candidate) => candidate.version === rest[0]);
  if (rest.length !== 1 || version === undefined) return undefined;
  return { plain: () => apiResourceListDocument('', version) };
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
  return { plain: () => apiResourceListDocument(name, version) };
}

function negotiate(
  headers: Readonly<Record<string, string>>,
  document: Document,
): TransportResponse {
  for (const clause of acceptClauses(headers['accept'])) {
    if (!clauseCovers(clause, 'application', 'json')) continue;
    const as = clause.parameters.get('as');
    if (as === undefined) {
      return textResponse(200, NO_CACHE, `${JSON.stringify(document.plain())}\n`);
    }
    if (
      document.aggregated !== undefined &&
      as === 'APIGroupDiscoveryList' &&
      clause.parameters.get('g') === 'apidiscovery.k8s.io' &&
      clause.parameters.get('v') === 'v2'
    ) {
      return aggregatedResponse(headers, JSON.stringify(document.aggregated()));
    }
  }
  return statusResponse(statusError(406, 'NotAcceptable', NOT_ACCEPTABLE_MESSAGE));
}

function aggregatedResponse(
  headers: Readonly<Record<string, string>>,
  body: string,
): TransportResponse {
  const digest = createHash('sha512').update(body).digest('hex').toUpperCase();
  const etag = `"${digest}"`;
  const cacheHeaders = { etag, 'cache-control': 'public', vary: 'Accept' };
  if (headers['if-none-match'] === etag) return textResponse(304, cacheHeaders, '');
  return textResponse(200, { 'content-type': AGGREGATED_TYPE, ...cacheHeaders }, body);
}
