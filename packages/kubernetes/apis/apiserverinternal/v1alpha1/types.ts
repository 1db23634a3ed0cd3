import type { Int64, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversion-v1alpha1-internal-apiserver-k8s-io
 */
export interface StorageVersion extends TypeMeta {
  metadata: ObjectMeta;
  spec?: StorageVersionSpec;
  status?: StorageVersionStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionspec-v1alpha1-internal-apiserver-k8s-io
 */
export interface StorageVersionSpec {}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionstatus-v1alpha1-internal-apiserver-k8s-io
 */
export interface StorageVersionStatus {
  commonEncodingVersion?: string;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: StorageVersionCondition[];
  /**
   * +listType=map
   * +listMapKey=apiServerID
   */
  storageVersions?: ServerStorageVersion[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversioncondition-v1alpha1-internal-apiserver-k8s-io
 */
export interface StorageVersionCondition {
  lastTransitionTime?: Time;
  message: string;
  observedGeneration?: Int64;
  reason: string;
  status: string;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#serverstorageversion-v1alpha1-internal-apiserver-k8s-io
 */
export interface ServerStorageVersion {
  apiServerID: string;
  /** +listType=set */
  decodableVersions: string[];
  encodingVersion: string;
  /** +listType=set */
  servedVersions?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageversionlist-v1alpha1-internal-apiserver-k8s-io
 */
export interface StorageVersionList extends TypeMeta {
  metadata: ListMeta;
  items: StorageVersion[];
}
