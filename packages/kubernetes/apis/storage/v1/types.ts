import type {
  Int32,
  Int64,
  LabelSelector,
  ListMeta,
  ObjectMeta,
  Quantity,
  Time,
  TypeMeta,
} from '@vmgen/runtime';
import type { PersistentVolumeSpec, TopologySelectorTerm } from '../../core/v1/types.js';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csidriver-v1-storage-k8s-io
 */
export interface CSIDriver extends TypeMeta {
  metadata: ObjectMeta;
  spec: CSIDriverSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csidriverspec-v1-storage-k8s-io
 */
export interface CSIDriverSpec {
  attachRequired?: boolean;
  fsGroupPolicy?: string;
  nodeAllocatableUpdatePeriodSeconds?: Int64;
  podInfoOnMount?: boolean;
  preventPodSchedulingIfMissing?: boolean;
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  serviceAccountTokenInSecrets?: boolean;
  storageCapacity?: boolean;
  /** +listType=atomic */
  tokenRequests?: TokenRequest[];
  /** +listType=set */
  volumeLifecycleModes?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#tokenrequest-v1-storage-k8s-io
 */
export interface TokenRequest {
  audience: string;
  expirationSeconds?: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csidriverlist-v1-storage-k8s-io
 */
export interface CSIDriverList extends TypeMeta {
  metadata: ListMeta;
  items: CSIDriver[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csinode-v1-storage-k8s-io
 */
export interface CSINode extends TypeMeta {
  metadata: ObjectMeta;
  spec: CSINodeSpec;
  status?: CSINodeStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csinodespec-v1-storage-k8s-io
 */
export interface CSINodeSpec {
  /**
   * +listType=map
   * +listMapKey=name
   */
  drivers: CSINodeDriver[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csinodedriver-v1-storage-k8s-io
 */
export interface CSINodeDriver {
  allocatable?: VolumeNodeResources;
  name: string;
  nodeID: string;
  /** +listType=atomic */
  topologyKeys?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumenoderesources-v1-storage-k8s-io
 */
export interface VolumeNodeResources {
  count?: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csinodestatus-v1-storage-k8s-io
 */
export interface CSINodeStatus {
  /**
   * +listType=map
   * +listMapKey=name
   */
  storageHealth?: StorageHealth[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storagehealth-v1-storage-k8s-io
 */
export interface StorageHealth {
  /** +listType=atomic */
  healthConditions?: StorageHealthCondition[];
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storagehealthcondition-v1-storage-k8s-io
 */
export interface StorageHealthCondition {
  accessMode?: string;
  lastTransitionTime?: Time;
  message?: string;
  reason: string;
  status: string;
  volumeMode?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csinodelist-v1-storage-k8s-io
 */
export interface CSINodeList extends TypeMeta {
  metadata: ListMeta;
  items: CSINode[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csistoragecapacity-v1-storage-k8s-io
 */
export interface CSIStorageCapacity extends TypeMeta {
  metadata: ObjectMeta;
  capacity?: Quantity;
  maximumVolumeSize?: Quantity;
  nodeTopology?: LabelSelector;
  storageClassName: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#csistoragecapacitylist-v1-storage-k8s-io
 */
export interface CSIStorageCapacityList extends TypeMeta {
  metadata: ListMeta;
  items: CSIStorageCapacity[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=sc,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageclass-v1-storage-k8s-io
 */
export interface StorageClass extends TypeMeta {
  metadata: ObjectMeta;
  allowVolumeExpansion?: boolean;
  /** +listType=atomic */
  allowedTopologies?: TopologySelectorTerm[];
  /** +listType=atomic */
  mountOptions?: string[];
  parameters?: Record<string, string>;
  provisioner: string;
  reclaimPolicy?: string;
  volumeBindingMode?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#storageclasslist-v1-storage-k8s-io
 */
export interface StorageClassList extends TypeMeta {
  metadata: ListMeta;
  items: StorageClass[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattachment-v1-storage-k8s-io
 */
export interface VolumeAttachment extends TypeMeta {
  metadata: ObjectMeta;
  spec: VolumeAttachmentSpec;
  status?: VolumeAttachmentStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattachmentspec-v1-storage-k8s-io
 */
export interface VolumeAttachmentSpec {
  attacher: string;
  nodeName: string;
  source: VolumeAttachmentSource;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattachmentsource-v1-storage-k8s-io
 */
export interface VolumeAttachmentSource {
  inlineVolumeSpec?: PersistentVolumeSpec;
  persistentVolumeName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattachmentstatus-v1-storage-k8s-io
 */
export interface VolumeAttachmentStatus {
  attachError?: VolumeError;
  attached: boolean;
  attachmentMetadata?: Record<string, string>;
  detachError?: VolumeError;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeerror-v1-storage-k8s-io
 */
export interface VolumeError {
  errorCode?: Int32;
  message?: string;
  time?: Time;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattachmentlist-v1-storage-k8s-io
 */
export interface VolumeAttachmentList extends TypeMeta {
  metadata: ListMeta;
  items: VolumeAttachment[];
}

/**
 * +genclient
 * +kubebuilder:resource:shortName=vac,scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattributesclass-v1-storage-k8s-io
 */
export interface VolumeAttributesClass extends TypeMeta {
  metadata: ObjectMeta;
  driverName: string;
  parameters?: Record<string, string>;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#volumeattributesclasslist-v1-storage-k8s-io
 */
export interface VolumeAttributesClassList extends TypeMeta {
  metadata: ListMeta;
  items: VolumeAttributesClass[];
}
