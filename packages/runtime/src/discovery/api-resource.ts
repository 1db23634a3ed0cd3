import type { ResourceDefinition } from '../client/resource.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { UnstructuredObject } from '../meta/unstructured.js';

/** A subresource, such as `scale`. */
export interface ApiSubresource {
  /** The name, such as `scale`. */
  readonly name: string;
  /** The group of its kind, which may be another one, such as autoscaling/v1 for Scale. */
  readonly group: string;
  /** The version of the kind. */
  readonly version: string;
  /** The kind of the subresource, such as `Scale`. */
  readonly kind: string;
  /** The verbs of RBAC, such as `get` and `patch`. */
  readonly verbs: readonly string[];
}

/**
 * A resource that a server serves in one version. It is a {@link ResourceDefinition} and can be
 * used like a generated one: with `createResourceClient` and `informerFor` of an informer factory.
 */
export interface ApiResource extends ResourceDefinition<UnstructuredObject> {
  /** The verbs of RBAC, such as `get` and `list`. */
  readonly verbs: readonly string[];
  /** Short names, such as `deploy`. */
  readonly shortNames: readonly string[];
  /** The groups of resources to which it belongs, such as `all`. */
  readonly categories: readonly string[];
  /** The subresources that the server serves for the kind, such as `status`. */
  readonly subresources: readonly ApiSubresource[];
}

/** A version of an API group. */
export interface ApiVersion {
  /** The version, such as `v1`. */
  readonly version: string;
  /** The kinds that the version serves. */
  readonly resources: readonly ApiResource[];
}

/** An API group. The name of the core group is empty. */
export interface ApiGroup {
  /** The name of the group; empty for the core group. */
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly ApiVersion[];
}

/** A version of a group whose resources are unknown or may be outdated. */
export interface DiscoveryFailure {
  /** The group that could not be read. */
  readonly group: string;
  /** The version that could not be read. */
  readonly version: string;
  /** The error of the request. */
  readonly error: unknown;
}

/** The resources that a server serves. */
export interface DiscoveredApi {
  /** The core group first, then in the server's order of priority. */
  readonly groups: readonly ApiGroup[];
  /**
   * Empty if discovery was complete. A version whose server is unavailable may also be in `groups`
   * with its last known resources.
   */
  readonly failures: readonly DiscoveryFailure[];
}

/** The fields of a resource that discovery returns. */
type ApiResourceFacts = Omit<ApiResource, 'listKind' | 'deepCopy'>;

/**
 * Creates the definition of a resource. Undefined if it has no kind, such as one that has only
 * subresources, or if its names are not valid in a path. The kind of lists is left empty, because
 * discovery does not contain it.
 */
export function apiResource(facts: ApiResourceFacts): ApiResource | undefined {
  const { group, version, plural, kind } = facts;
  if (kind === '' || ![plural, version, group || 'core'].every(isPathName)) return undefined;
  return { ...facts, listKind: '', deepCopy: deepCopyJson<UnstructuredObject> };
}

/** Discovery documents are untrusted: they contain names from all installed APIs. */
function isPathName(text: string): boolean {
  return /^[a-z0-9][-a-z0-9.]*$/.test(text);
}
