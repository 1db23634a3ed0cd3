/** The resource and verb of a request, from its method and path. */
export interface RequestInfo {
  readonly verb: RequestVerb;
  readonly group: string;
  readonly version: string;
  /** The plural name of the resource. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly query: URLSearchParams;
  /** The name in a path that watches one object: `/watch/RESOURCE/NAME`. */
  readonly watchedName?: string;
}

/** The verb of a request, as in the API. */
export type RequestVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  /** A method that resources do not support. */
  | 'none';

const WRITES: ReadonlySet<RequestVerb> = new Set([
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]);

/** Whether requests of a verb change objects. */
export const isWrite = (verb: RequestVerb): boolean => WRITES.has(verb);

/** Segments after `/namespaces/NAME` that are not resources in the namespace. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);

/**
 * Parses the path of a request for resources. Returns undefined for other paths: discovery, health,
 * and unknown paths.
 */
export function parseRequestInfo(method: string, pathAndQuery: string): RequestInfo | undefined {
  const mark = pathAndQuery.indexOf('?');
  const path = mark === -1 ? pathAndQuery : pathAndQuery.slice(0, mark);
  const query = parseQuery(mark === -1 ? '' : pathAndQuery.slice(mark + 1));
  const parts = decodedSegments(path);
  if (parts === undefined) return undefined;

  const [root, ...rest] = parts;
  const groupVersion =
    root === 'api' ? ['', rest.shift()] : root === 'apis' ? [rest.shift(), rest.shift()] : [];
  const [group, version] = groupVersion;
  const isWatchPath = rest[0] === 'watch' && rest.length > 1;
  if (isWatchPath) rest.shift();
  if (group === undefined || version === undefined || rest.length === 0) return undefined;

  const target = parseTarget(rest);
  if (target === undefined) return undefined;
  if (isWatchPath && method === 'GET' && target.name !== undefined) {
    return watchOfOne({ group, version, ...target, query }, target.name);
  }
  const verb = verbOf(method, target.name !== undefined, isWatchPath || isTrue(query.get('watch')));
  return { verb, group, version, ...target, query };
}

/** Parses a query. As in Go, parameters with a semicolon or an invalid escape are ignored. */
function parseQuery(text: string): URLSearchParams {
  const isInvalid = (parameter: string): boolean => /;|%(?![\da-f]{2})/i.test(parameter);
  const valid = (): string =>
    text
      .split('&')
      .filter((each) => !isInvalid(each))
      .join('&');
  return new URLSearchParams(isInvalid(text) ? valid() : text);
}

/** `/watch/RESOURCE/NAME` watches one object. Its subresources cannot be watched. */
function watchOfOne(info: Omit<RequestInfo, 'verb'>, name: string): RequestInfo | undefined {
  if (info.subresource !== undefined) return undefined;
  return { ...info, verb: 'watch', name: undefined, watchedName: name };
}

/** The maximum number and length of the paths that a {@link RequestInfoCache} retains. */
const MAX_PATHS = 64;
const MAX_PATH_LENGTH = 512;

/**
 * Caches the parsed paths of POST requests: most of them create objects in one of a few collections.
 * Other requests contain the name of an object, so that their paths rarely repeat.
 */
export class RequestInfoCache {
  readonly #infos = new Map<string, RequestInfo>();

  /** As {@link parseRequestInfo}. The result is shared between requests. */
  of(method: string, pathAndQuery: string): RequestInfo | undefined {
    if (method !== 'POST') return parseRequestInfo(method, pathAndQuery);
    const known = this.#infos.get(pathAndQuery);
    if (known !== undefined) return known;
    const info = parseRequestInfo(method, pathAndQuery);
    if (info === undefined || pathAndQuery.length > MAX_PATH_LENGTH) return info;
    if (this.#infos.size === MAX_PATHS) this.#infos.clear();
    this.#infos.set(pathAndQuery, info);
    return info;
  }
}

function decodedSegments(path: string): string[] | undefined {
  try {
    // As in Go, an escaped character is part of the path, including a slash.
    const segments = (path.includes('%') ? decodeURIComponent(path) : path).split('/').slice(1);
    if (segments.at(-1) === '') segments.pop();
    return segments;
  } catch {
    return undefined;
  }
}

type Target = Pick<RequestInfo, 'resource' | 'namespace' | 'name' | 'subresource'>;

function parseTarget(segments: readonly string[]): Target | undefined {
  const [first = '', second, third] = segments;
  if (first === 'namespaces' && second !== undefined && third !== undefined) {
    if (!(NAMESPACE_SUBRESOURCES.has(third) && segments.length === 3)) {
      return targetOf(segments.slice(2), second);
    }
  }
  return targetOf(segments, undefined);
}

function targetOf(segments: readonly string[], namespace: string | undefined): Target | undefined {
  const [resource = '', name, subresource] = segments;
  // The rest after `proxy` is a path of the target.
  if (resource === '' || (segments.length > 3 && subresource !== 'proxy')) return undefined;
  return { resource, namespace, name, subresource };
}

function verbOf(method: string, isNamed: boolean, isWatch: boolean): RequestVerb {
  switch (method) {
    case 'GET':
      return isNamed ? 'get' : isWatch ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return isNamed ? 'delete' : 'deletecollection';
    default:
      return 'none';
  }
}

/** Parses a boolean of a query as the API does: anything but `false` and `0` is true. */
export function isTrue(value: string | null): boolean {
  return value !== null && value.toLowerCase() !== 'false' && value !== '0';
}
