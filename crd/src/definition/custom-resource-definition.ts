import type { Condition, KubernetesObject } from '@vmgen/runtime';
import type { JSONSchemaProps } from '@vmgen/base/schema';

/** What a kind is called in the API, by kubectl and in its list. */
export interface CustomResourceDefinitionNames {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

/** A column of `kubectl get`. */
export interface CustomResourceColumnDefinition {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  jsonPath: string;
}

/** Where a custom resource keeps what its scale subresource shows: paths such as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** Which parts of an object have addresses of their own. */
export interface CustomResourceSubresources {
  status?: Record<string, never>;
  scale?: ScalePaths;
}

/** One version of a kind. */
export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema?: JSONSchemaProps };
  subresources?: CustomResourceSubresources;
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  selectableFields?: { jsonPath: string }[];
}

/** Where a webhook is reached: by its URL or as a service. */
export interface WebhookClientConfig {
  url?: string;
  service?: { namespace: string; name: string; path?: string; port?: number };
  /** PEM, base64. */
  caBundle?: string;
}

/** How objects are converted between versions. */
export interface CustomResourceConversion {
  strategy: string;
  webhook?: { clientConfig?: WebhookClientConfig; conversionReviewVersions?: string[] };
}

/** What somebody wants to be served. */
export interface CustomResourceDefinitionSpec {
  group: string;
  names: CustomResourceDefinitionNames;
  scope: 'Namespaced' | 'Cluster';
  versions: CustomResourceDefinitionVersion[];
  conversion?: CustomResourceConversion;
  preserveUnknownFields?: boolean;
}

/** apiextensions.k8s.io/v1 CustomResourceDefinition. */
export interface CustomResourceDefinition extends KubernetesObject {
  spec: CustomResourceDefinitionSpec;
  status?: CustomResourceDefinitionStatus;
}

/** What the server says of a definition. */
export interface CustomResourceDefinitionStatus {
  conditions?: Condition[];
  acceptedNames?: Partial<CustomResourceDefinitionNames>;
  storedVersions?: string[];
}
