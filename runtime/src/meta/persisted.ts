import type { KubernetesObject } from './types.js';

/** The metadata that a server gives every object; `N` says whether the kind is namespaced. */
export type PersistedMeta<N extends boolean = boolean> = {
  name: string;
  uid: string;
  resourceVersion: string;
} & ([N] extends [true] ? { namespace: string } : unknown);

/**
 * `T` as a server gave it: what types let the writer of an object leave out is there. `N` is true
 * for a namespaced kind, as in its {@link ResourceDefinition}; `boolean` says nothing of it.
 */
export type Persisted<T extends KubernetesObject, N extends boolean = boolean> = T & {
  apiVersion: string;
  kind: string;
  metadata: PersistedMeta<N>;
};
