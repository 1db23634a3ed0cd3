import { ObjectMetaTypeError } from '@vmgen/crd/internal';
import { cloneJson, type JsonObject } from '@vmgen/base/json';
import type { BuiltInResources } from '../built-in/built-in-resources.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';

/**
 * Returns the error for an object of another kind than that of the URL. kube-apiserver decodes it
 * as the type that it specifies, and finds afterwards that no conversion exists.
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

/** Kinds of every group version, without resources. */
const OPTIONS: ReadonlySet<string> = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
]);

/** Kinds that are accepted in any version. */
const UNVERSIONED: ReadonlySet<string> = new Set([
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
  'APIVersions',
  'Status',
]);

/** Kinds of `v1` without resources. */
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

/**
 * Whether a kind without a resource is registered: lists, options and the kinds of subresources.
 */
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

/** The package name of a group's internal types: `core`, `apps`, `rbac`. */
const goPackage = (group: string): string => group.split('.')[0] || 'core';
