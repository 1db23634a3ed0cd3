import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  type ApiResource,
  type ApiSubresource,
  type GroupVersionKind,
  groupVersionOf,
  type ResourceVerb,
  type ServedNames,
} from './api-resource.js';
import { listAt, objectAt, textAt } from '../../text/json-fields.js';

const PATH =
  /^\/(?:api\/(?<core>[^/]+)|apis\/(?<group>[^/]+)\/(?<version>[^/]+))(?<scope>\/namespaces\/\{namespace\})?\/(?<plural>[^/{}]+)(?<object>\/\{name\}(?:\/(?<subresource>[^/{}]+))?)?$/;

/** The discovery verb for `x-kubernetes-action` of an operation. */
const VERBS: Readonly<Record<string, ResourceVerb>> = {
  delete: 'delete',
  deletecollection: 'deletecollection',
  get: 'get',
  list: 'list',
  patch: 'patch',
  post: 'create',
  put: 'update',
};

/** The information about a resource from all its paths. */
interface Gathered {
  readonly plural: string;
  kind: GroupVersionKind | undefined;
  namespaced: boolean;
  readonly verbs: Set<ResourceVerb>;
  readonly subresources: Map<string, Omit<ApiSubresource, 'name'> & { verbs: Set<ResourceVerb> }>;
}

/**
 * Reads the resources that the paths of an OpenAPI document serve, sorted by group, version and plural. If
 * discovery contains a resource, its verbs and names take precedence: paths contain no short names.
 */
export function readPaths(document: JsonObject, served: ServedNames): ApiResource[] {
  const gathered = new Map<string, Gathered>();
  for (const [path, operations] of Object.entries(objectAt(document, 'paths'))) {
    // Deprecated watch paths have the same suffix as those of the resources.
    const groups = PATH.exec(path)?.groups;
    if (groups === undefined || groups['plural'] === 'watch') continue;
    const { core, group = '', version = core ?? '', plural = '', scope, subresource } = groups;
    const key = `${groupVersionOf({ group, version })}/${plural}`;
    const resource = gathered.get(key) ?? {
      plural,
      kind: undefined,
      namespaced: false,
      verbs: new Set(),
      subresources: new Map(),
    };
    gathered.set(key, resource);
    resource.namespaced ||= scope !== undefined;
    for (const operation of Object.values(operationsOf(operations))) {
      if (subresource === undefined) gather(resource, operation);
      else gatherSubresource(resource, subresource, operation);
    }
  }
  return [...gathered]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, resource]) => finish(resource, served.get(key)));
}

const operationsOf = (operations: JsonValue): JsonObject =>
  isJsonObject(operations) ? operations : {};

function gather(resource: Gathered, operation: JsonValue): void {
  const verb = VERBS[textAt(operation, 'x-kubernetes-action')];
  if (verb === undefined) return;
  resource.kind ??= kindOf(operation);
  resource.verbs.add(verb);
  const parameters = listAt(operation, 'parameters').map((each) => textAt(each, 'name'));
  if (verb === 'list' && parameters.includes('watch')) resource.verbs.add('watch');
}

/** Connections and plain text (`exec`, `log`) are not objects that a typed client reads and writes. */
function gatherSubresource(resource: Gathered, name: string, operation: JsonValue): void {
  const verb = VERBS[textAt(operation, 'x-kubernetes-action')];
  const kind = kindOf(operation);
  if (verb === undefined || kind === undefined || !answersObject(operation)) return;
  const known = resource.subresources.get(name) ?? { kind, verbs: new Set() };
  known.verbs.add(verb);
  resource.subresources.set(name, known);
}

function kindOf(operation: JsonValue): GroupVersionKind | undefined {
  const kindExtension = objectAt(operation, 'x-kubernetes-group-version-kind');
  const kind = textAt(kindExtension, 'kind');
  if (kind === '') return undefined;
  return { group: textAt(kindExtension, 'group'), version: textAt(kindExtension, 'version'), kind };
}

function answersObject(operation: JsonValue): boolean {
  return Object.values(objectAt(operation, 'responses')).some((response) => {
    const json = objectAt(objectAt(response, 'content'), 'application/json');
    return textAt(objectAt(json, 'schema'), '$ref') !== '';
  });
}

function finish(
  { plural, kind, namespaced, verbs, subresources }: Gathered,
  served: ReturnType<ServedNames['get']>,
): ApiResource[] {
  if (kind === undefined) return [];
  return [
    {
      ...kind,
      plural,
      names: served?.names,
      namespaced,
      verbs: served?.verbs ?? verbs,
      subresources: [...subresources].map(([name, each]) => ({ name, ...each })),
    },
  ];
}
