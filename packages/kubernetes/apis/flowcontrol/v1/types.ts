import type { Int32, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:path=flowschemas,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowschema-v1-flowcontrol-apiserver-k8s-io
 */
export interface FlowSchema extends TypeMeta {
  metadata: ObjectMeta;
  spec: FlowSchemaSpec;
  status?: FlowSchemaStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowschemaspec-v1-flowcontrol-apiserver-k8s-io
 */
export interface FlowSchemaSpec {
  distinguisherMethod?: FlowDistinguisherMethod;
  /** +kubebuilder:default=0 */
  matchingPrecedence?: Int32;
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  /** +listType=atomic */
  rules?: PolicyRulesWithSubjects[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowdistinguishermethod-v1-flowcontrol-apiserver-k8s-io
 */
export interface FlowDistinguisherMethod {
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfigurationreference-v1-flowcontrol-apiserver-k8s-io
 */
export interface PriorityLevelConfigurationReference {
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#policyruleswithsubjects-v1-flowcontrol-apiserver-k8s-io
 */
export interface PolicyRulesWithSubjects {
  /** +listType=atomic */
  nonResourceRules?: NonResourcePolicyRule[];
  /** +listType=atomic */
  resourceRules?: ResourcePolicyRule[];
  /** +listType=atomic */
  subjects: Subject[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nonresourcepolicyrule-v1-flowcontrol-apiserver-k8s-io
 */
export interface NonResourcePolicyRule {
  /** +listType=set */
  nonResourceURLs: string[];
  /** +listType=set */
  verbs: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepolicyrule-v1-flowcontrol-apiserver-k8s-io
 */
export interface ResourcePolicyRule {
  /** +listType=set */
  apiGroups: string[];
  clusterScope?: boolean;
  /** +listType=set */
  namespaces?: string[];
  /** +listType=set */
  resources: string[];
  /** +listType=set */
  verbs: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#subject-v1-flowcontrol-apiserver-k8s-io
 */
export interface Subject {
  group?: GroupSubject;
  kind: string;
  serviceAccount?: ServiceAccountSubject;
  user?: UserSubject;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#groupsubject-v1-flowcontrol-apiserver-k8s-io
 */
export interface GroupSubject {
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serviceaccountsubject-v1-flowcontrol-apiserver-k8s-io
 */
export interface ServiceAccountSubject {
  name: string;
  namespace: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#usersubject-v1-flowcontrol-apiserver-k8s-io
 */
export interface UserSubject {
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowschemastatus-v1-flowcontrol-apiserver-k8s-io
 */
export interface FlowSchemaStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: FlowSchemaCondition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowschemacondition-v1-flowcontrol-apiserver-k8s-io
 */
export interface FlowSchemaCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status?: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowschemalist-v1-flowcontrol-apiserver-k8s-io
 */
export interface FlowSchemaList extends TypeMeta {
  metadata: ListMeta;
  items: FlowSchema[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfiguration-v1-flowcontrol-apiserver-k8s-io
 */
export interface PriorityLevelConfiguration extends TypeMeta {
  metadata: ObjectMeta;
  spec: PriorityLevelConfigurationSpec;
  status?: PriorityLevelConfigurationStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfigurationspec-v1-flowcontrol-apiserver-k8s-io
 */
export interface PriorityLevelConfigurationSpec {
  exempt?: ExemptPriorityLevelConfiguration;
  limited?: LimitedPriorityLevelConfiguration;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#exemptprioritylevelconfiguration-v1-flowcontrol-apiserver-k8s-io
 */
export interface ExemptPriorityLevelConfiguration {
  lendablePercent?: Int32;
  nominalConcurrencyShares?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitedprioritylevelconfiguration-v1-flowcontrol-apiserver-k8s-io
 */
export interface LimitedPriorityLevelConfiguration {
  borrowingLimitPercent?: Int32;
  lendablePercent?: Int32;
  limitResponse: LimitResponse;
  nominalConcurrencyShares?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#limitresponse-v1-flowcontrol-apiserver-k8s-io
 */
export interface LimitResponse {
  queuing?: QueuingConfiguration;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#queuingconfiguration-v1-flowcontrol-apiserver-k8s-io
 */
export interface QueuingConfiguration {
  /** +kubebuilder:default=0 */
  handSize?: Int32;
  /** +kubebuilder:default=0 */
  queueLengthLimit?: Int32;
  /** +kubebuilder:default=0 */
  queues?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfigurationstatus-v1-flowcontrol-apiserver-k8s-io
 */
export interface PriorityLevelConfigurationStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: PriorityLevelConfigurationCondition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfigurationcondition-v1-flowcontrol-apiserver-k8s-io
 */
export interface PriorityLevelConfigurationCondition {
  lastTransitionTime?: Time;
  message?: string;
  reason?: string;
  status?: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#prioritylevelconfigurationlist-v1-flowcontrol-apiserver-k8s-io
 */
export interface PriorityLevelConfigurationList extends TypeMeta {
  metadata: ListMeta;
  items: PriorityLevelConfiguration[];
}
