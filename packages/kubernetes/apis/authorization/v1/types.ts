import type { LabelSelectorRequirement, ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { FieldSelectorRequirement } from '../../meta/v1/types.js';

/**
 * +genclient
 * +genclient:onlyVerbs=create
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#localsubjectaccessreview-v1-authorization-k8s-io
 */
export interface LocalSubjectAccessReview extends TypeMeta {
  metadata: ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#subjectaccessreviewspec-v1-authorization-k8s-io
 */
export interface SubjectAccessReviewSpec {
  extra?: Record<string, string[]>;
  /** +listType=atomic */
  groups?: string[];
  nonResourceAttributes?: NonResourceAttributes;
  resourceAttributes?: ResourceAttributes;
  uid?: string;
  user?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nonresourceattributes-v1-authorization-k8s-io
 */
export interface NonResourceAttributes {
  path?: string;
  verb?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceattributes-v1-authorization-k8s-io
 */
export interface ResourceAttributes {
  fieldSelector?: FieldSelectorAttributes;
  group?: string;
  labelSelector?: LabelSelectorAttributes;
  name?: string;
  namespace?: string;
  resource?: string;
  subresource?: string;
  verb?: string;
  version?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#fieldselectorattributes-v1-authorization-k8s-io
 */
export interface FieldSelectorAttributes {
  rawSelector?: string;
  /** +listType=atomic */
  requirements?: FieldSelectorRequirement[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#labelselectorattributes-v1-authorization-k8s-io
 */
export interface LabelSelectorAttributes {
  rawSelector?: string;
  /** +listType=atomic */
  requirements?: LabelSelectorRequirement[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#subjectaccessreviewstatus-v1-authorization-k8s-io
 */
export interface SubjectAccessReviewStatus {
  allowed: boolean;
  denied?: boolean;
  evaluationError?: string;
  reason?: string;
}

/**
 * +genclient
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selfsubjectaccessreview-v1-authorization-k8s-io
 */
export interface SelfSubjectAccessReview extends TypeMeta {
  metadata: ObjectMeta;
  spec: SelfSubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selfsubjectaccessreviewspec-v1-authorization-k8s-io
 */
export interface SelfSubjectAccessReviewSpec {
  nonResourceAttributes?: NonResourceAttributes;
  resourceAttributes?: ResourceAttributes;
}

/**
 * +genclient
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selfsubjectrulesreview-v1-authorization-k8s-io
 */
export interface SelfSubjectRulesReview extends TypeMeta {
  metadata: ObjectMeta;
  spec: SelfSubjectRulesReviewSpec;
  status?: SubjectRulesReviewStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selfsubjectrulesreviewspec-v1-authorization-k8s-io
 */
export interface SelfSubjectRulesReviewSpec {
  namespace?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#subjectrulesreviewstatus-v1-authorization-k8s-io
 */
export interface SubjectRulesReviewStatus {
  evaluationError?: string;
  incomplete: boolean;
  /** +listType=atomic */
  nonResourceRules: NonResourceRule[];
  /** +listType=atomic */
  resourceRules: ResourceRule[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nonresourcerule-v1-authorization-k8s-io
 */
export interface NonResourceRule {
  /** +listType=atomic */
  nonResourceURLs?: string[];
  /** +listType=atomic */
  verbs: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcerule-v1-authorization-k8s-io
 */
export interface ResourceRule {
  /** +listType=atomic */
  apiGroups?: string[];
  /** +listType=atomic */
  resourceNames?: string[];
  /** +listType=atomic */
  resources?: string[];
  /** +listType=atomic */
  verbs: string[];
}

/**
 * +genclient
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#subjectaccessreview-v1-authorization-k8s-io
 */
export interface SubjectAccessReview extends TypeMeta {
  metadata: ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}
