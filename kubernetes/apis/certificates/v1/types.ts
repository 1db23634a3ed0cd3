import type { Int32, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +genclient:method=UpdateApproval,verb=update,subresource=approval
 * +genclient:method=PatchApproval,verb=patch,subresource=approval
 * +kubebuilder:resource:shortName=csr,scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#certificatesigningrequest-v1-certificates-k8s-io
 */
export interface CertificateSigningRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#certificatesigningrequestspec-v1-certificates-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#certificatesigningrequeststatus-v1-certificates-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#certificatesigningrequestcondition-v1-certificates-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#certificatesigningrequestlist-v1-certificates-k8s-io
 */
export interface CertificateSigningRequestList extends TypeMeta {
  metadata: ListMeta;
  items: CertificateSigningRequest[];
}
