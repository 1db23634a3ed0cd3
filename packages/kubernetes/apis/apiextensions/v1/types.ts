import type {
  Float,
  Int32,
  Int64,
  JSONValue,
  ListMeta,
  ObjectMeta,
  Time,
  TypeMeta,
} from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:shortName={crd,crds},categories=api-extensions,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinition-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinition extends TypeMeta {
  metadata: ObjectMeta;
  spec: CustomResourceDefinitionSpec;
  status?: CustomResourceDefinitionStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinitionspec-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinitionSpec {
  conversion?: CustomResourceConversion;
  group: string;
  names: CustomResourceDefinitionNames;
  preserveUnknownFields?: boolean;
  scope: string;
  /** +listType=atomic */
  versions: CustomResourceDefinitionVersion[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourceconversion-v1-apiextensions-k8s-io
 */
export interface CustomResourceConversion {
  strategy: string;
  webhook?: WebhookConversion;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#webhookconversion-v1-apiextensions-k8s-io
 */
export interface WebhookConversion {
  clientConfig?: WebhookClientConfig;
  /** +listType=atomic */
  conversionReviewVersions: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#webhookclientconfig-v1-apiextensions-k8s-io
 */
export interface WebhookClientConfig {
  /** +kubebuilder:validation:Format=byte */
  caBundle?: string;
  service?: ServiceReference;
  url?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#servicereference-v1-apiextensions-k8s-io
 */
export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string;
  port?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinitionnames-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinitionNames {
  /** +listType=atomic */
  categories?: string[];
  kind: string;
  listKind?: string;
  plural: string;
  /** +listType=atomic */
  shortNames?: string[];
  singular?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinitionversion-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinitionVersion {
  /** +listType=atomic */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  deprecated?: boolean;
  deprecationWarning?: string;
  name: string;
  schema?: CustomResourceValidation;
  /** +listType=atomic */
  selectableFields?: SelectableField[];
  served: boolean;
  storage: boolean;
  subresources?: CustomResourceSubresources;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcecolumndefinition-v1-apiextensions-k8s-io
 */
export interface CustomResourceColumnDefinition {
  description?: string;
  format?: string;
  jsonPath: string;
  name: string;
  priority?: Int32;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcevalidation-v1-apiextensions-k8s-io
 */
export interface CustomResourceValidation {
  openAPIV3Schema?: JSONSchemaProps;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#jsonschemaprops-v1-apiextensions-k8s-io
 */
export interface JSONSchemaProps {
  $ref?: string;
  $schema?: string;
  additionalItems?: JSONValue;
  additionalProperties?: JSONValue;
  /** +listType=atomic */
  allOf?: JSONSchemaProps[];
  /** +listType=atomic */
  anyOf?: JSONSchemaProps[];
  default?: JSONValue;
  definitions?: Record<string, JSONSchemaProps>;
  dependencies?: Record<string, JSONValue>;
  description?: string;
  /** +listType=atomic */
  enum?: JSONValue[];
  example?: JSONValue;
  exclusiveMaximum?: boolean;
  exclusiveMinimum?: boolean;
  externalDocs?: ExternalDocumentation;
  format?: string;
  id?: string;
  items?: JSONValue;
  maxItems?: Int64;
  maxLength?: Int64;
  maxProperties?: Int64;
  /** +kubebuilder:validation:Format=double */
  maximum?: Float;
  minItems?: Int64;
  minLength?: Int64;
  minProperties?: Int64;
  /** +kubebuilder:validation:Format=double */
  minimum?: Float;
  /** +kubebuilder:validation:Format=double */
  multipleOf?: Float;
  not?: JSONSchemaProps;
  nullable?: boolean;
  /** +listType=atomic */
  oneOf?: JSONSchemaProps[];
  pattern?: string;
  patternProperties?: Record<string, JSONSchemaProps>;
  properties?: Record<string, JSONSchemaProps>;
  /** +listType=atomic */
  required?: string[];
  title?: string;
  type?: string;
  uniqueItems?: boolean;
  'x-kubernetes-embedded-resource'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  /** +listType=atomic */
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-list-type'?: string;
  'x-kubernetes-map-type'?: string;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /**
   * +listType=map
   * +listMapKey=rule
   */
  'x-kubernetes-validations'?: ValidationRule[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#externaldocumentation-v1-apiextensions-k8s-io
 */
export interface ExternalDocumentation {
  description?: string;
  url?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#validationrule-v1-apiextensions-k8s-io
 */
export interface ValidationRule {
  fieldPath?: string;
  message?: string;
  messageExpression?: string;
  optionalOldSelf?: boolean;
  reason?: string;
  rule: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selectablefield-v1-apiextensions-k8s-io
 */
export interface SelectableField {
  jsonPath: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcesubresources-v1-apiextensions-k8s-io
 */
export interface CustomResourceSubresources {
  scale?: CustomResourceSubresourceScale;
  status?: CustomResourceSubresourceStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcesubresourcescale-v1-apiextensions-k8s-io
 */
export interface CustomResourceSubresourceScale {
  labelSelectorPath?: string;
  specReplicasPath: string;
  statusReplicasPath: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcesubresourcestatus-v1-apiextensions-k8s-io
 */
export interface CustomResourceSubresourceStatus {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinitionstatus-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinitionStatus {
  acceptedNames?: CustomResourceDefinitionNames;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: CustomResourceDefinitionCondition[];
  observedGeneration?: Int64;
  /** +listType=atomic */
  storedVersions?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinitioncondition-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinitionCondition {
  lastTransitionTime?: Time;
  message?: string;
  observedGeneration?: Int64;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#customresourcedefinitionlist-v1-apiextensions-k8s-io
 */
export interface CustomResourceDefinitionList extends TypeMeta {
  metadata: ListMeta;
  items: CustomResourceDefinition[];
}
