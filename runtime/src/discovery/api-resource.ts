import type { ResourceDefinition } from '../client/resource.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { UnstructuredObject } from '../meta/unstructured.js';

/** A part of a resource's objects that has a path of its own, such as `scale`. */
export interface ApiSubresource {
  readonly name: string;
  /** What its answers are: a kind that may be of another group, such as Scale of autoscaling/v1. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Such as `get` and `patch`, as RBAC names them. */
  readonly verbs: readonly string[];
}

/**
 * A resource that a server serves in one version. As a {@link ResourceDefinition} it goes wherever a
 * generated one goes: to `createResourceClient` and to `informerFor` of an informer factory.
 */
export interface ApiResource extends ResourceDefinition<UnstructuredObject> {
  /** Such as `get` and `list`, as RBAC names them. */
  readonly verbs: readonly string[];
  /** What people may call it, such as `deploy`. */
  readonly shortNames: readonly string[];
  /** Groups of resources that people ask for together, such as `all`. */
  readonly categories: readonly string[];
  readonly subresources: readonly ApiSubresource[];
}

/** A version of an API group. */
export interface ApiVersion {
  readonly version: string;
  readonly resources: readonly ApiResource[];
}

/** An API group; the name of the core group is empty. */
export interface ApiGroup {
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly ApiVersion[];
}

/** A version of a group of which the server could not tell, or not for certain, what it has. */
export interface DiscoveryFailure {
  readonly group: string;
  readonly version: string;
  readonly error: unknown;
}

/** What a server serves. */
export interface DiscoveredApi {
  /** The core group first, then as the server ranks them. */
  readonly groups: readonly ApiGroup[];
  /** Empty where all is known. A version whose server is down may be in `groups` as it was last known. */
  readonly failures: readonly DiscoveryFailure[];
}

/** What a server says of a resource; the rest of a definition follows from it. */
type ApiResourceFacts = Omit<ApiResource, 'listKind' | 'deepCopy'>;

/**
 * The definition of a resource; undefined where it says no kind, as one that has subresources alone,
 * or where its names cannot stand in a path. Discovery does not tell what lists are called, and a CRD
 * may call them anything: that is left open.
 */
export function apiResource(facts: ApiResourceFacts): ApiResource | undefined {
  const { group, version, plural, kind } = facts;
  if (kind === '' || ![plural, version, group || 'core'].every(isPathName)) return undefined;
  return { ...facts, listKind: '', deepCopy: deepCopyJson<UnstructuredObject> };
}

/** What a server says comes from whoever made an API in it. */
function isPathName(text: string): boolean {
  return /^[a-z0-9][-a-z0-9.]*$/.test(text);
}
