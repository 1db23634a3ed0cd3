import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/**
 * The definition of a kind for clients, generated as one constant per kind (`register`). `S` is the
 * scope of the kind: objects from the server of a namespaced kind have a namespace
 * ({@link Persisted}).
 */
export interface ResourceDefinition<
  T extends KubernetesObject = KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version, such as `v1`. */
  readonly version: string;
  /** The kind, such as `Deployment`. */
  readonly kind: string;
  /** Empty if it is unknown, such as for a kind found by discovery. */
  readonly listKind: string;
  /** The plural name in URLs. */
  readonly plural: string;
  /** The singular name in lower case, such as `deployment`. */
  readonly singular: string;
  /** Whether the objects belong to namespaces or to the cluster. */
  readonly scope: S;
  /** Returns a deep copy of a shared object, which may be modified. */
  readonly deepCopy: (object: DeepReadonly<T>) => T;
}

/** A definition without its object type. */
export type AnyResourceDefinition = Omit<ResourceDefinition, 'deepCopy'>;

/** Returns `GROUP/VERSION`, or `VERSION` for the core group. */
export function apiVersionOf(resource: {
  readonly group: string;
  readonly version: string;
}): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** Returns whether a value equals {@link apiVersionOf}, without creating that text. */
export function isApiVersionOf(
  value: unknown,
  { group, version }: { readonly group: string; readonly version: string },
): boolean {
  if (group === '') return value === version;
  return (
    typeof value === 'string' &&
    value.length === group.length + 1 + version.length &&
    value.startsWith(group) &&
    value[group.length] === '/' &&
    value.endsWith(version)
  );
}

/** Returns `PLURAL.GROUP`, as in messages of the API server. */
export function qualifiedName(resource: {
  readonly group: string;
  readonly plural: string;
}): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}
