import type {
  Condition,
  Int32,
  Int64,
  ListMeta,
  ObjectMeta,
  Quantity,
  Time,
  TypeMeta,
} from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrule-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRule extends TypeMeta {
  metadata: ObjectMeta;
  spec: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrulespec-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector;
  taint: DeviceTaint;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintselector-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintSelector {
  device?: string;
  driver?: string;
  pool?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaint-v1alpha3-resource-k8s-io
 */
export interface DeviceTaint {
  effect: string;
  key: string;
  timeAdded?: Time;
  value?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrulestatus-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRuleStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrulelist-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRuleList extends TypeMeta {
  metadata: ListMeta;
  items: DeviceTaintRule[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepoolstatusrequest-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: ResourcePoolStatusRequestSpec;
  status?: ResourcePoolStatusRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepoolstatusrequestspec-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequestSpec {
  defaultPartitionTypeAttribute?: string;
  driver: string;
  /** +kubebuilder:default=100 */
  limit?: Int32;
  poolName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepoolstatusrequeststatus-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequestStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  poolCount: Int32;
  /** +listType=atomic */
  pools?: PoolStatus[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poolstatus-v1alpha3-resource-k8s-io
 */
export interface PoolStatus {
  allocatedDevices?: Int32;
  availableDevices?: Int32;
  driver: string;
  generation: Int64;
  nodeName?: string;
  /** +listType=atomic */
  partitionSummary?: PartitionTypeStatus[];
  poolName: string;
  resourceSliceCount?: Int32;
  shareableSummary?: ShareableSummaryStatus;
  totalDevices?: Int32;
  unavailableDevices?: Int32;
  validationError?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#partitiontypestatus-v1alpha3-resource-k8s-io
 */
export interface PartitionTypeStatus {
  allocatable: Int32;
  attribute: string;
  total: Int32;
  type: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#shareablesummarystatus-v1alpha3-resource-k8s-io
 */
export interface ShareableSummaryStatus {
  /** +listType=atomic */
  capacity?: ShareableCapacityStatus[];
  fullyAvailableDevices: Int32;
  partiallyAvailableDevices: Int32;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#shareablecapacitystatus-v1alpha3-resource-k8s-io
 */
export interface ShareableCapacityStatus {
  available: Quantity;
  consumed: Quantity;
  name: string;
  total: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepoolstatusrequestlist-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequestList extends TypeMeta {
  metadata: ListMeta;
  items: ResourcePoolStatusRequest[];
}
