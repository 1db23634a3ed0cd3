import type { JsonObject } from '@vmgen/base/json';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import { referenceTo } from './component-schemas.js';
import { groupVersionKind } from './custom-resource-schema.js';

/** The component names of a resource's object, list and subresources. */
export interface ResourceComponents {
  readonly object: string;
  readonly list: string;
  readonly subresource: (kind: string) => string;
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const BODY_TYPES = ['application/json', 'application/yaml'];
const PATCH_TYPES = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
];

/** Clients take from it that a kind has rules for merging its lists. */
const STRATEGIC_TYPE = 'application/strategic-merge-patch+json';

const LIST_PARAMETERS: readonly (readonly [string, string])[] = [
  ['allowWatchBookmarks', 'boolean'],
  ['continue', 'string'],
  ['fieldSelector', 'string'],
  ['labelSelector', 'string'],
  ['limit', 'integer'],
  ['resourceVersion', 'string'],
  ['resourceVersionMatch', 'string'],
  ['sendInitialEvents', 'boolean'],
  ['timeoutSeconds', 'integer'],
  ['watch', 'boolean'],
];
const WRITE_PARAMETERS: readonly (readonly [string, string])[] = [
  ['dryRun', 'string'],
  ['fieldManager', 'string'],
  ['fieldValidation', 'string'],
];
const DELETE_PARAMETERS: readonly (readonly [string, string])[] = [
  ['dryRun', 'string'],
  ['gracePeriodSeconds', 'integer'],
  ['orphanDependents', 'boolean'],
  ['propagationPolicy', 'string'],
];

/** Returns the paths of a resource. kubectl reads the supported query parameters from them. */
export function resourcePaths(
  resource: ServedResource,
  components: ResourceComponents,
): { [path: string]: JsonObject } {
  const root = rootOf(resource);
  const scope = resource.namespaced ? `${root}/namespaces/{namespace}` : root;
  const collection = `${scope}/${resource.plural}`;
  const operation = operationsOf(resource);
  const scopeParameters = resource.namespaced ? [pathParameter('namespace')] : [];
  const has = (verb: string): boolean => resource.verbs.includes(verb);
  const list = has('list')
    ? { get: operation('list', LIST_PARAMETERS, components.list) }
    : undefined;
  const paths: { [path: string]: JsonObject } = {
    [collection]: {
      ...list,
      ...writeOperation('post', has('create'), operation, components.object),
      ...(has('deletecollection')
        ? { delete: operation('deletecollection', LIST_PARAMETERS, `${META}.Status`) }
        : {}),
      parameters: scopeParameters,
    },
  };
  if (has('get')) {
    const options = body(`${META}.DeleteOptions`);
    paths[`${collection}/{name}`] = {
      ...objectOperations(operation, components.object, resource),
      ...(has('delete')
        ? { delete: operation('delete', DELETE_PARAMETERS, `${META}.Status`, options) }
        : {}),
      parameters: [...scopeParameters, pathParameter('name')],
    };
  }
  if (resource.namespaced && list !== undefined) paths[`${root}/${resource.plural}`] = list;
  for (const subresource of resource.subresources) {
    const { verbs } = subresource;
    const component = components.subresource(subresource.kind);
    const operation = operationsOf(resource, subresource);
    paths[`${collection}/{name}/${subresource.name}`] = {
      ...(CONNECTIONS.test(subresource.kind)
        ? connections(resource, subresource)
        : {
            ...objectOperations(operation, component, { ...resource, verbs }),
            ...writeOperation('post', verbs.includes('create'), operation, component),
          }),
      parameters: [...scopeParameters, pathParameter('name')],
    };
  }
  return paths;
}

/** The schema of the discovery document of a group and version. */
export const DISCOVERY_COMPONENT = `${META}.APIResourceList`;

/** Returns the path of the discovery document of a built-in group and version. */
export function discoveryPath(resource: ServedResource): { [path: string]: JsonObject } {
  const get = {
    description: 'get available resources',
    responses: {
      '200': { description: 'OK', content: content(BODY_TYPES, DISCOVERY_COMPONENT) },
      '401': { description: 'Unauthorized' },
    },
  };
  return { [`${rootOf(resource)}/`]: { get } };
}

const rootOf = (resource: ServedResource): string =>
  `${resource.group === '' ? '/api' : '/apis'}/${groupVersionOf(resource)}`;

/** Kinds that are not objects: the options of a connection, such as PodExecOptions. */
const CONNECTIONS = /^(?:Node|Pod|Service)(?:Attach|Exec|PortForward|Proxy)Options$/;

/**
 * Describes a subresource that opens a connection, as kube-apiserver does: the response is text.
 */
function connections(
  { plural }: ServedResource,
  kind: {
    readonly name: string;
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  },
): JsonObject {
  const operation = (method: string): JsonObject => ({
    description: `connect ${method} requests to ${kind.name} of ${plural}`,
    responses: {
      '200': { description: 'OK', content: { '*/*': { schema: { type: 'string' } } } },
      '401': { description: 'Unauthorized' },
    },
    'x-kubernetes-action': 'connect',
    'x-kubernetes-group-version-kind': groupVersionKind(kind, kind.kind),
  });
  return { get: operation('GET'), post: operation('POST') };
}

type Operation = (
  action: string,
  parameters: readonly (readonly [string, string])[],
  answer: string,
  requestBody?: JsonObject,
) => JsonObject;

function operationsOf(
  resource: ServedResource,
  kind: { readonly group: string; readonly version: string; readonly kind: string } = resource,
): Operation {
  return (action, parameters, answer, requestBody) => ({
    description: `${action} ${resource.plural}`,
    parameters: parameters.map(([name, type]) => queryParameter(name, type)),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      '200': { description: 'OK', content: content(BODY_TYPES, answer) },
      '401': { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': groupVersionKind(kind, kind.kind),
  });
}

/** Returns the operations for one object that the verbs permit, except its deletion. */
function objectOperations(
  operation: Operation,
  component: string,
  { verbs, isCustom }: Pick<ServedResource, 'verbs' | 'isCustom'>,
): JsonObject {
  const types = isCustom ? PATCH_TYPES : [...PATCH_TYPES, STRATEGIC_TYPE];
  const patch = { content: content(types, `${META}.Patch`), required: true };
  const parameters: typeof WRITE_PARAMETERS = [...WRITE_PARAMETERS, ['force', 'boolean']];
  return {
    ...(verbs.includes('get')
      ? { get: operation('get', [['resourceVersion', 'string']], component) }
      : {}),
    ...writeOperation('put', verbs.includes('update'), operation, component),
    ...(verbs.includes('patch') ? { patch: operation('patch', parameters, component, patch) } : {}),
  };
}

function writeOperation(
  method: 'post' | 'put',
  isServed: boolean,
  operation: Operation,
  component: string,
): JsonObject {
  if (!isServed) return {};
  return { [method]: operation(method, WRITE_PARAMETERS, component, body(component)) };
}

function body(component: string): JsonObject {
  return { content: content(BODY_TYPES, component), required: true };
}

function content(types: readonly string[], component: string): JsonObject {
  return Object.fromEntries(types.map((type) => [type, { schema: referenceTo(component) }]));
}

function queryParameter(name: string, type: string): JsonObject {
  return { name, in: 'query', schema: { type, uniqueItems: true } };
}

function pathParameter(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string', uniqueItems: true } };
}
