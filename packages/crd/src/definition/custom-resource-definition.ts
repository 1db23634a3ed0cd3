import type { Condition, KubernetesObject } from '@vmgen/runtime';
import type { JSONSchemaProps } from '@vmgen/base/schema';

/** The names of a kind, for API paths and kubectl. */
export interface CustomResourceDefinitionNames {
  /** The plural in lower case, as in API paths. Must be unique in the group. */
  plural: string;
  /** The singular in lower case. Defaults to the kind in lower case. */
  singular?: string;
  /** Short names for kubectl. Defaults to none. */
  shortNames?: string[];
  /** The name of the kind, in objects' `kind` field. */
  kind: string;
  /** The kind of lists. Defaults to the kind followed by `List`. */
  listKind?: string;
  /** Categories for kubectl, such as `all`. Defaults to none. */
  categories?: string[];
}

/** A column of `kubectl get`. */
export interface CustomResourceColumnDefinition {
  /** The header of the column. */
  name: string;
  /** The type: `integer`, `number`, `string`, `boolean` or `date`. */
  type: string;
  /** The format, such as `int32`. Defaults to none. */
  format?: string;
  /** The documentation of the column. */
  description?: string;
  /** Columns above 0 are shown only by `kubectl get -o wide`. Defaults to 0. */
  priority?: number;
  /** The JSON path of the value, such as `.spec.replicas`. */
  jsonPath: string;
}

/** The paths that the scale subresource reads and writes, such as `.spec.replicas`. */
export interface ScalePaths {
  /** The path of the desired replicas, below `.spec`. */
  readonly specReplicasPath: string;
  /** The path of the observed replicas, below `.status`. */
  readonly statusReplicasPath: string;
  /** The path of the label selector as a text, below `.status` or `.spec`. Defaults to none. */
  readonly labelSelectorPath?: string;
}

/** The subresources of a kind. */
export interface CustomResourceSubresources {
  /** Enables the status subresource. Defaults to disabled. */
  status?: Record<string, never>;
  /** Enables the scale subresource. Defaults to disabled. */
  scale?: ScalePaths;
}

/** One version of a kind. */
export interface CustomResourceDefinitionVersion {
  /** The name of the version, such as `v1alpha1`. */
  name: string;
  /** Whether the API server serves the version. */
  served: boolean;
  /** Whether objects are stored in this version. Exactly one version must be. */
  storage: boolean;
  /** Whether requests receive a warning. Defaults to false. */
  deprecated?: boolean;
  /** The text of the warning. Defaults to a text with the names of kind and version. */
  deprecationWarning?: string;
  /** The schema of the objects. Required in each version. */
  schema?: { openAPIV3Schema?: JSONSchemaProps };
  /** The enabled subresources. Defaults to none. */
  subresources?: CustomResourceSubresources;
  /** The columns of `kubectl get`. Defaults to the age. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** The fields that field selectors may use, besides name and namespace. Defaults to none. */
  selectableFields?: { jsonPath: string }[];
}

/** How a webhook is called: by URL or as a service. Exactly one must be set. */
export interface WebhookClientConfig {
  /** The URL of the webhook, with the scheme `https`. */
  url?: string;
  /** The service of the webhook. The port defaults to 443. */
  service?: { namespace: string; name: string; path?: string; port?: number };
  /**
   * The certificate authority of the webhook: PEM in base64. Defaults to the system's authorities.
   */
  caBundle?: string;
}

/** How objects are converted between versions. */
export interface CustomResourceConversion {
  /** The strategy: `None` (only apiVersion changes) or `Webhook`. */
  strategy: string;
  /** The webhook. Required for the strategy `Webhook`. */
  webhook?: { clientConfig?: WebhookClientConfig; conversionReviewVersions?: string[] };
}

/** The desired state of a CustomResourceDefinition. */
export interface CustomResourceDefinitionSpec {
  /** The API group, such as `example.com`. */
  group: string;
  /** The names of the kind. */
  names: CustomResourceDefinitionNames;
  /** Whether objects belong to a namespace. */
  scope: 'Namespaced' | 'Cluster';
  /** All versions of the kind. */
  versions: CustomResourceDefinitionVersion[];
  /** How objects are converted between versions. Defaults to the strategy `None`. */
  conversion?: CustomResourceConversion;
  /** Must be false or omitted: apiextensions.k8s.io/v1 does not support true. */
  preserveUnknownFields?: boolean;
}

/** apiextensions.k8s.io/v1 CustomResourceDefinition. */
export interface CustomResourceDefinition extends KubernetesObject {
  /** The desired state. */
  spec: CustomResourceDefinitionSpec;
  /** The state that the server reports. */
  status?: CustomResourceDefinitionStatus;
}

/** The state that the server reports. */
export interface CustomResourceDefinitionStatus {
  /** The conditions, such as `Established` and `NamesAccepted`. */
  conditions?: Condition[];
  /** The names that the server serves. */
  acceptedNames?: Partial<CustomResourceDefinitionNames>;
  /** The versions in which objects may be stored. */
  storedVersions?: string[];
}
