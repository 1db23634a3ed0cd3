import { deepCopyJson } from '../meta/deep-copy-json.js';
import type { Condition, JSONValue, KubernetesObject } from '../meta/types.js';
import type { ResourceDefinition } from '../client/resource.js';

/**
 * A CustomResourceDefinition (apiextensions.k8s.io/v1) as far as a client installs and waits for
 * it. The spec stays untyped: the server judges it.
 */
export interface CustomResourceDefinitionObject extends KubernetesObject {
  spec: { [field: string]: JSONValue };
  status?: {
    acceptedNames?: { [field: string]: JSONValue };
    conditions?: Condition[];
    storedVersions?: string[];
  };
}

/** What clients and informers know of CustomResourceDefinitions (apiextensions.k8s.io/v1). */
export const customResourceDefinitionResource: ResourceDefinition<
  CustomResourceDefinitionObject,
  false
> = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  listKind: 'CustomResourceDefinitionList',
  plural: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  namespaced: false,
  deepCopy: deepCopyJson<CustomResourceDefinitionObject>,
};
