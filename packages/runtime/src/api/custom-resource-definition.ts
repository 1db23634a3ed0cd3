import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Condition, JSONValue, KubernetesObject } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/**
 * A CustomResourceDefinition (apiextensions.k8s.io/v1) with the fields that a client needs to
 * install it and to wait for it. The spec is untyped; the server validates it.
 */
export interface CustomResourceDefinitionObject extends KubernetesObject {
  /** The spec as JSON. */
  spec: { [field: string]: JSONValue };
  /** Set by the server. */
  status?: {
    acceptedNames?: { [field: string]: JSONValue };
    conditions?: Condition[];
    storedVersions?: string[];
  };
}

/** The resource definition of CustomResourceDefinitions (apiextensions.k8s.io/v1). */
export const customResourceDefinitionResource: ResourceDefinition<
  CustomResourceDefinitionObject,
  'Cluster'
> = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  listKind: 'CustomResourceDefinitionList',
  plural: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  scope: 'Cluster',
  deepCopy: deepCopyJson<CustomResourceDefinitionObject>,
};
