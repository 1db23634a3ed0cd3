import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Condition, KubernetesObject } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/** A namespace (core/v1). */
export interface Namespace extends KubernetesObject {
  /** The finalizers that block the deletion of the namespace. */
  spec?: { finalizers?: string[] };
  /** The phase, and why a deletion takes long. */
  status?: {
    phase?: 'Active' | 'Terminating';
    conditions?: Omit<Condition, 'observedGeneration'>[];
  };
}

/** The resource definition of namespaces (core/v1). */
export const namespaceResource: ResourceDefinition<Namespace, 'Cluster'> = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  listKind: 'NamespaceList',
  plural: 'namespaces',
  singular: 'namespace',
  scope: 'Cluster',
  deepCopy: deepCopyJson<Namespace>,
};
