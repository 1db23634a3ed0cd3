import type { Condition, Int32, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +genclient:method=UpdateApproval,verb=update,subresource=approval
 * +genclient:method=PatchApproval,verb=patch,subresource=approval
 * +kubebuilder:resource:shortName=csr,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#certificatesigningrequest-v1-certificates-k8s-io
 */
export interface CertificateSigningRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#certificatesigningrequestspec-v1-certificates-k8s-io
 */
export interface CertificateSigningRequestSpec {
  expirationSeconds?: Int32;
  extra?: Record<string, string[]>;
  /** +listType=atomic */
  groups?: string[];
  /** +kubebuilder:validation:Format=byte */
  request: string;
  signerName: string;
  uid?: string;
  /** +listType=atomic */
  usages?: string[];
  username?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#certificatesigningrequeststatus-v1-certificates-k8s-io
 */
export interface CertificateSigningRequestStatus {
  /** +kubebuilder:validation:Format=byte */
  certificate?: string;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: CertificateSigningRequestCondition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#certificatesigningrequestcondition-v1-certificates-k8s-io
 */
export interface CertificateSigningRequestCondition {
  lastTransitionTime?: Time;
  lastUpdateTime?: Time;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#certificatesigningrequestlist-v1-certificates-k8s-io
 */
export interface CertificateSigningRequestList extends TypeMeta {
  metadata: ListMeta;
  items: CertificateSigningRequest[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundle-v1-certificates-k8s-io
 */
export interface ClusterTrustBundle extends TypeMeta {
  metadata: ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundlespec-v1-certificates-k8s-io
 */
export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#clustertrustbundlelist-v1-certificates-k8s-io
 */
export interface ClusterTrustBundleList extends TypeMeta {
  metadata: ListMeta;
  items: ClusterTrustBundle[];
}

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequest-v1-certificates-k8s-io
 */
export interface PodCertificateRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: PodCertificateRequestSpec;
  status?: PodCertificateRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequestspec-v1-certificates-k8s-io
 */
export interface PodCertificateRequestSpec {
  /** +kubebuilder:default=86400 */
  maxExpirationSeconds?: Int32;
  nodeName: string;
  nodeUID: string;
  podName: string;
  podUID: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  signerName: string;
  /** +kubebuilder:validation:Format=byte */
  stubPKCS10Request: string;
  unverifiedUserAnnotations?: Record<string, string>;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequeststatus-v1-certificates-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#podcertificaterequestlist-v1-certificates-k8s-io
 */
export interface PodCertificateRequestList extends TypeMeta {
  metadata: ListMeta;
  items: PodCertificateRequest[];
}
