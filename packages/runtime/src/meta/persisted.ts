import type { KubernetesObject } from './types.js';

/** Whether the objects of a kind belong to namespaces or to the cluster (`spec.scope` of a CRD). */
export type ResourceScope = 'Namespaced' | 'Cluster';

/** The metadata that a server sets on all objects of a kind with the scope `S`. */
export type PersistedMeta<S extends ResourceScope = ResourceScope> = {
  name: string;
  uid: string;
  resourceVersion: string;
} & ([S] extends ['Namespaced'] ? { namespace: string } : unknown);

/**
 * `T` as a server returns it: the fields that the author of an object may omit are set. `S` is the
 * scope of its kind, as in its {@link ResourceDefinition}: objects of a namespaced kind have a
 * namespace. Defaults to an unknown scope.
 */
export type Persisted<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = T & {
  apiVersion: string;
  kind: string;
  metadata: PersistedMeta<S>;
};
