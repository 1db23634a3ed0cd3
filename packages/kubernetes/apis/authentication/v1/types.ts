import type { Int64, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selfsubjectreview-v1-authentication-k8s-io
 */
export interface SelfSubjectReview extends TypeMeta {
  metadata: ObjectMeta;
  status?: SelfSubjectReviewStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#selfsubjectreviewstatus-v1-authentication-k8s-io
 */
export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#userinfo-v1-authentication-k8s-io
 */
export interface UserInfo {
  extra?: Record<string, string[]>;
  /** +listType=atomic */
  groups?: string[];
  uid?: string;
  username?: string;
}

/**
 * +k8s:isSubresource="/token"
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenrequest-v1-authentication-k8s-io
 */
export interface TokenRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec?: TokenRequestSpec;
  status?: TokenRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenrequestspec-v1-authentication-k8s-io
 */
export interface TokenRequestSpec {
  attestations?: Record<string, string[]>;
  /** +listType=atomic */
  audiences?: string[];
  boundObjectRef?: BoundObjectReference;
  expirationSeconds?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#boundobjectreference-v1-authentication-k8s-io
 */
export interface BoundObjectReference {
  apiVersion?: string;
  kind?: string;
  name?: string;
  uid?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenrequeststatus-v1-authentication-k8s-io
 */
export interface TokenRequestStatus {
  expirationTimestamp?: Time;
  /** +kubebuilder:default="" */
  token?: string;
}

/**
 * +genclient
 * +genclient:onlyVerbs=create
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenreview-v1-authentication-k8s-io
 */
export interface TokenReview extends TypeMeta {
  metadata: ObjectMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenreviewspec-v1-authentication-k8s-io
 */
export interface TokenReviewSpec {
  /** +listType=atomic */
  audiences?: string[];
  token: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenreviewstatus-v1-authentication-k8s-io
 */
export interface TokenReviewStatus {
  /** +listType=atomic */
  audiences?: string[];
  authenticated?: boolean;
  error?: string;
  user?: UserInfo;
}
