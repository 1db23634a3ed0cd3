import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';

/**
 * What a client must know of a kind: generated as one constant per kind (`register`). `S` is the scope of
 * the kind: objects that were read of a namespaced one have a namespace ({@link Persisted}).
 */
export interface ResourceDefinition<
  T extends KubernetesObject = KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Empty where it is not known, as of a kind that was found by discovery. */
  readonly listKind: string;
  /** The plural name that stands in URLs. */
  readonly plural: string;
  readonly singular: string;
  /** Whether the objects belong to namespaces or to the cluster. */
  readonly scope: S;
  /** Copies an object that a cache shares, so that the copy can be changed. */
  readonly deepCopy: (object: DeepReadonly<T>) => T;
}

/** A definition whose object type is no longer told apart. */
export type AnyResourceDefinition = Omit<ResourceDefinition, 'deepCopy'>;

/** `GROUP/VERSION`, or `VERSION` for the core group. */
export function apiVersionOf(resource: {
  readonly group: string;
  readonly version: string;
}): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** `PLURAL.GROUP`, as the API server's messages name a resource. */
export function qualifiedName(resource: {
  readonly group: string;
  readonly plural: string;
}): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}
