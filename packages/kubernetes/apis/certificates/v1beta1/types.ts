import type { Condition, Int32, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundle-v1beta1-certificates-k8s-io
 */
export interface ClusterTrustBundle extends TypeMeta {
  metadata: ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundlespec-v1beta1-certificates-k8s-io
 */
export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundlelist-v1beta1-certificates-k8s-io
 */
export interface ClusterTrustBundleList extends TypeMeta {
  metadata: ListMeta;
  items: ClusterTrustBundle[];
}

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequest-v1beta1-certificates-k8s-io
 */
export interface PodCertificateRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: PodCertificateRequestSpec;
  status?: PodCertificateRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequestspec-v1beta1-certificates-k8s-io
 */
export interface PodCertificateRequestSpec {
  /** +kubebuilder:default=86400 */
  maxExpirationSeconds?: Int32;
  nodeName: string;
  nodeUID: string;
  /** +kubebuilder:validation:Format=byte */
  pkixPublicKey?: string;
  podName: string;
  podUID: string;
  /** +kubebuilder:validation:Format=byte */
  proofOfPossession?: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  signerName: string;
  /** +kubebuilder:validation:Format=byte */
  stubPKCS10Request: string;
  unverifiedUserAnnotations?: Record<string, string>;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequeststatus-v1beta1-certificates-k8s-io
 */
export interface PodCertificateRequestStatus {
  beginRefreshAt?: Time;
  certificateChain?: string;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  notAfter?: Time;
  notBefore?: Time;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequestlist-v1beta1-certificates-k8s-io
 */
export interface PodCertificateRequestList extends TypeMeta {
  metadata: ListMeta;
  items: PodCertificateRequest[];
}
