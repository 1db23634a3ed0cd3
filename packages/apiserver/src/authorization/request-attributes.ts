import type { ApiError, TransportRequest } from '@vmgen/runtime';
import { forbidden, statusError } from '../errors/status-error.js';
import { parseRequestInfo, type RequestInfo } from '../request/request-info.js';

/** What an authorizer decides about a request for a resource. */
export interface ResourceAttributes extends Pick<RequestInfo, 'group' | 'resource'> {
  /** A verb of the API, or one that only permissions have, such as `impersonate`. */
  readonly verb: string;
  /** Empty for all namespaces, and for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty for all objects. */
  readonly name: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** What an authorizer decides about a request. Upstream: authorizer.Attributes. */
export type RequestAttributes =
  ResourceAttributes | { readonly verb: string; readonly path: string };

/** Returns the attributes of a request. */
export function attributesOf(
  { method, path }: Pick<TransportRequest, 'method' | 'path'>,
  info = parseRequestInfo(method, path),
): RequestAttributes {
  if (info === undefined) {
    return { verb: method.toLowerCase(), path: path.split('?', 1)[0] ?? '' };
  }
  const { verb, group, resource, subresource = '', query } = info;
  const isNamespace = group === '' && resource === 'namespaces';
  const name = info.name ?? (verb === 'list' || verb === 'watch' ? selectedName(query) : '');
  // A namespace is in itself.
  const namespace = info.namespace ?? (isNamespace ? (info.name ?? '') : '');
  return { verb, group, resource, subresource, namespace, name };
}

/** A list or watch that selects one name is authorized for that name. */
function selectedName(query: URLSearchParams): string {
  const terms = (query.get('fieldSelector') ?? '').split(',');
  const names = terms.flatMap((term) => /^metadata\.name==?([^!=]+)$/.exec(term)?.[1] ?? []);
  return names[0] ?? '';
}

/** The error of the API server for a request that no rule permits. */
export function forbiddenTo(user: string, attributes: RequestAttributes): ApiError {
  const what = `User ${JSON.stringify(user)} cannot ${attributes.verb}`;
  if ('path' in attributes) {
    const message = `forbidden: ${what} path ${JSON.stringify(attributes.path)}`;
    return statusError(403, 'Forbidden', message, {});
  }
  const { group, resource, subresource, namespace, name } = attributes;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return forbidden(
    { group, plural: resource },
    name,
    `${what} resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)} ${where}`,
  );
}
