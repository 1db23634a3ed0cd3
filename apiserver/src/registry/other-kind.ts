import { ObjectMetaTypeError } from '@vmgen/crd/internal';
import { cloneJson, type JsonObject } from '@vmgen/base/json';
import type { BuiltInResources } from '../built-in/built-in-resources.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';

/**
 * Why the real server cannot handle an object as one of the kind of its URL: it reads it as what the
 * object names, and only then finds that there is no conversion.
 */
export function otherKindProblem(
  builtIn: BuiltInResources,
  resource: ServedResource,
  named: { readonly apiVersion: string; readonly kind: string },
  object: JsonObject,
): string {
  const { apiVersion, kind } = named;
  const endpoint = builtIn.findKind(apiVersion, kind);
  if (endpoint === undefined && !isKnown(builtIn, apiVersion, kind)) {
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  }
  try {
    endpoint?.schema.prune(cloneJson(object));
  } catch (error) {
    if (error instanceof ObjectMetaTypeError) return error.message;
    throw error;
  }
  const version = apiVersion.split('/').at(-1) ?? '';
  const own = `${goPackage(resource.group)}.${resource.kind}`;
  return `converting (${version}.${kind}) to (${own}): unknown conversion`;
}

/** Kinds of every group version, which no resource has. */
const OPTIONS: ReadonlySet<string> = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
]);

/** Kinds of whatever version an object names. */
const UNVERSIONED: ReadonlySet<string> = new Set([
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
  'APIVersions',
  'Status',
]);

/** Kinds of `v1` that no resource has. */
const CORE_KINDS: ReadonlySet<string> = new Set([
  'List',
  'NodeProxyOptions',
  'PodAttachOptions',
  'PodExecOptions',
  'PodLogOptions',
  'PodPortForwardOptions',
  'PodProxyOptions',
  'PodStatusResult',
  'RangeAllocation',
  'SerializedReference',
  'ServiceProxyOptions',
]);

/** Whether a kind without a resource is registered: lists, options and what subresources take. */
function isKnown(builtIn: BuiltInResources, apiVersion: string, kind: string): boolean {
  if (UNVERSIONED.has(kind) || (apiVersion === 'v1' && CORE_KINDS.has(kind))) return true;
  if (kind.endsWith('List') && builtIn.findKind(apiVersion, kind.slice(0, -4)) !== undefined) {
    return true;
  }
  return builtIn.index.groupVersions.some((own) => {
    if (groupVersionOf(own) === apiVersion && OPTIONS.has(kind)) return true;
    return own.resources.some(({ subresources = [] }) =>
      subresources.some(
        (below) => below.kind === kind && groupVersionOf({ ...own, ...below }) === apiVersion,
      ),
    );
  });
}

/** The package of a group's internal types: `core`, `apps`, `rbac`. */
const goPackage = (group: string): string => group.split('.')[0] || 'core';
