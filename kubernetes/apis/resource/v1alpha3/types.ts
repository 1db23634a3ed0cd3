import type { Condition, Int32, Int64, ListMeta, ObjectMeta, Time, TypeMeta } from '@vmgen/runtime';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#devicetaintrule-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRule extends TypeMeta {
  metadata: ObjectMeta;
  spec: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#devicetaintrulespec-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector;
  taint: DeviceTaint;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#devicetaintselector-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintSelector {
  device?: string;
  driver?: string;
  pool?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#devicetaint-v1alpha3-resource-k8s-io
 */
export interface DeviceTaint {
  effect: string;
  key: string;
  timeAdded?: Time;
  value?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#devicetaintrulestatus-v1alpha3-resource-k8s-io
 */
export interface DeviceTaintRuleStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#devicetaintrulelist-v1alpha3-resource-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#resourcepoolstatusrequest-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequest extends TypeMeta {
  metadata: ObjectMeta;
  spec: ResourcePoolStatusRequestSpec;
  status?: ResourcePoolStatusRequestStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#resourcepoolstatusrequestspec-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequestSpec {
  driver: string;
  /** +kubebuilder:default=100 */
  limit?: Int32;
  poolName?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#resourcepoolstatusrequeststatus-v1alpha3-resource-k8s-io
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
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#poolstatus-v1alpha3-resource-k8s-io
 */
export interface PoolStatus {
  allocatedDevices?: Int32;
  availableDevices?: Int32;
  driver: string;
  generation: Int64;
  nodeName?: string;
  poolName: string;
  resourceSliceCount?: Int32;
  totalDevices?: Int32;
  unavailableDevices?: Int32;
  validationError?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#resourcepoolstatusrequestlist-v1alpha3-resource-k8s-io
 */
export interface ResourcePoolStatusRequestList extends TypeMeta {
  metadata: ListMeta;
  items: ResourcePoolStatusRequest[];
}
