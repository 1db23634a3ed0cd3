import type {
  Condition,
  Int64,
  ListMeta,
  ObjectMeta,
  Quantity,
  RawExtension,
  ResourceList,
  Time,
  TypeMeta,
} from '@vmgen/runtime';
import type { NodeSelector } from '../../core/v1/types.js';

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclass-v1-resource-k8s-io
 */
export interface DeviceClass extends TypeMeta {
  metadata: ObjectMeta;
  spec?: DeviceClassSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclassspec-v1-resource-k8s-io
 */
export interface DeviceClassSpec {
  /** +listType=atomic */
  config?: DeviceClassConfiguration[];
  extendedResourceName?: string;
  /** +listType=atomic */
  selectors?: DeviceSelector[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclassconfiguration-v1-resource-k8s-io
 */
export interface DeviceClassConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#opaquedeviceconfiguration-v1-resource-k8s-io
 */
export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: RawExtension;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceselector-v1-resource-k8s-io
 */
export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#celdeviceselector-v1-resource-k8s-io
 */
export interface CELDeviceSelector {
  expression: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclasslist-v1-resource-k8s-io
 */
export interface DeviceClassList extends TypeMeta {
  metadata: ListMeta;
  items: DeviceClass[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrule-v1-resource-k8s-io
 */
export interface DeviceTaintRule extends TypeMeta {
  metadata: ObjectMeta;
  spec: DeviceTaintRuleSpec;
  status?: DeviceTaintRuleStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrulespec-v1-resource-k8s-io
 */
export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector;
  taint: DeviceTaint;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintselector-v1-resource-k8s-io
 */
export interface DeviceTaintSelector {
  device?: string;
  driver?: string;
  pool?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaint-v1-resource-k8s-io
 */
export interface DeviceTaint {
  effect: string;
  key: string;
  timeAdded?: Time;
  value?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrulestatus-v1-resource-k8s-io
 */
export interface DeviceTaintRuleStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetaintrulelist-v1-resource-k8s-io
 */
export interface DeviceTaintRuleList extends TypeMeta {
  metadata: ListMeta;
  items: DeviceTaintRule[];
}

/**
 * +genclient
 * +kubebuilder:subresource:status
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaim-v1-resource-k8s-io
 */
export interface ResourceClaim extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimspec-v1-resource-k8s-io
 */
export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclaim-v1-resource-k8s-io
 */
export interface DeviceClaim {
  /** +listType=atomic */
  config?: DeviceClaimConfiguration[];
  /** +listType=atomic */
  constraints?: DeviceConstraint[];
  /** +listType=atomic */
  requests?: DeviceRequest[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceclaimconfiguration-v1-resource-k8s-io
 */
export interface DeviceClaimConfiguration {
  opaque?: OpaqueDeviceConfiguration;
  /** +listType=atomic */
  requests?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceconstraint-v1-resource-k8s-io
 */
export interface DeviceConstraint {
  distinctAttribute?: string;
  matchAttribute?: string;
  /** +listType=atomic */
  requests?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicerequest-v1-resource-k8s-io
 */
export interface DeviceRequest {
  exactly?: ExactDeviceRequest;
  /** +listType=atomic */
  firstAvailable?: DeviceSubRequest[];
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#exactdevicerequest-v1-resource-k8s-io
 */
export interface ExactDeviceRequest {
  adminAccess?: boolean;
  allocationMode?: string;
  capacity?: CapacityRequirements;
  count?: Int64;
  /** +listType=atomic */
  derivedAttributes?: DeviceDerivedAttribute[];
  deviceClassName: string;
  /** +listType=atomic */
  selectors?: DeviceSelector[];
  /** +listType=atomic */
  tolerations?: DeviceToleration[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#capacityrequirements-v1-resource-k8s-io
 */
export interface CapacityRequirements {
  requests?: ResourceList;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicederivedattribute-v1-resource-k8s-io
 */
export interface DeviceDerivedAttribute {
  expression: string;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicetoleration-v1-resource-k8s-io
 */
export interface DeviceToleration {
  effect?: string;
  key?: string;
  /** +kubebuilder:default=Equal */
  operator?: string;
  tolerationSeconds?: Int64;
  value?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicesubrequest-v1-resource-k8s-io
 */
export interface DeviceSubRequest {
  allocationMode?: string;
  capacity?: CapacityRequirements;
  count?: Int64;
  /** +listType=atomic */
  derivedAttributes?: DeviceDerivedAttribute[];
  deviceClassName: string;
  name: string;
  /** +listType=atomic */
  selectors?: DeviceSelector[];
  /** +listType=atomic */
  tolerations?: DeviceToleration[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimstatus-v1-resource-k8s-io
 */
export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  /**
   * +listType=map
   * +listMapKey=driver
   * +listMapKey=device
   * +listMapKey=pool
   * +listMapKey=shareID
   */
  devices?: AllocatedDeviceStatus[];
  /**
   * +listType=map
   * +listMapKey=uid
   */
  reservedFor?: ResourceClaimConsumerReference[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#allocationresult-v1-resource-k8s-io
 */
export interface AllocationResult {
  allocationTimestamp?: Time;
  devices?: DeviceAllocationResult;
  nodeSelector?: NodeSelector;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceallocationresult-v1-resource-k8s-io
 */
export interface DeviceAllocationResult {
  /** +listType=atomic */
  config?: DeviceAllocationConfiguration[];
  /** +listType=atomic */
  results?: DeviceRequestAllocationResult[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceallocationconfiguration-v1-resource-k8s-io
 */
export interface DeviceAllocationConfiguration {
  opaque?: OpaqueDeviceConfiguration;
  /** +listType=atomic */
  requests?: string[];
  source: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicerequestallocationresult-v1-resource-k8s-io
 */
export interface DeviceRequestAllocationResult {
  adminAccess?: boolean;
  /** +listType=atomic */
  bindingConditions?: string[];
  /** +listType=atomic */
  bindingFailureConditions?: string[];
  consumedCapacity?: ResourceList;
  device: string;
  driver: string;
  pool: string;
  request: string;
  shareID?: string;
  /** +listType=set */
  skipNodeOperations?: string[];
  /** +listType=atomic */
  tolerations?: DeviceToleration[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#allocateddevicestatus-v1-resource-k8s-io
 */
export interface AllocatedDeviceStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  data?: RawExtension;
  device: string;
  driver: string;
  networkData?: NetworkDeviceData;
  pool: string;
  shareID?: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#networkdevicedata-v1-resource-k8s-io
 */
export interface NetworkDeviceData {
  hardwareAddress?: string;
  interfaceName?: string;
  /** +listType=atomic */
  ips?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimconsumerreference-v1-resource-k8s-io
 */
export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  name: string;
  resource: string;
  uid: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimlist-v1-resource-k8s-io
 */
export interface ResourceClaimList extends TypeMeta {
  metadata: ListMeta;
  items: ResourceClaim[];
}

/**
 * +genclient
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimtemplate-v1-resource-k8s-io
 */
export interface ResourceClaimTemplate extends TypeMeta {
  metadata: ObjectMeta;
  spec?: ResourceClaimTemplateSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimtemplatespec-v1-resource-k8s-io
 */
export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta;
  spec?: ResourceClaimSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceclaimtemplatelist-v1-resource-k8s-io
 */
export interface ResourceClaimTemplateList extends TypeMeta {
  metadata: ListMeta;
  items: ResourceClaimTemplate[];
}

/**
 * +genclient
 * +kubebuilder:resource:scope=Cluster
 *
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceslice-v1-resource-k8s-io
 */
export interface ResourceSlice extends TypeMeta {
  metadata: ObjectMeta;
  spec: ResourceSliceSpec;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceslicespec-v1-resource-k8s-io
 */
export interface ResourceSliceSpec {
  allNodes?: boolean;
  /** +listType=atomic */
  devices?: Device[];
  driver: string;
  nodeName?: string;
  nodeSelector?: NodeSelector;
  partitionTypeAttribute?: string;
  perDeviceNodeSelection?: boolean;
  pool: ResourcePool;
  /** +listType=atomic */
  sharedCounters?: CounterSet[];
  /** +listType=set */
  skipNodeOperations?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#device-v1-resource-k8s-io
 */
export interface Device {
  allNodes?: boolean;
  allowMultipleAllocations?: boolean;
  attributes?: Record<string, DeviceAttribute>;
  /** +listType=atomic */
  bindingConditions?: string[];
  /** +listType=atomic */
  bindingFailureConditions?: string[];
  bindsToNode?: boolean;
  capacity?: Record<string, DeviceCapacity>;
  /** +listType=atomic */
  consumesCounters?: DeviceCounterConsumption[];
  name: string;
  nodeAllocatableResources?: Record<string, NodeAllocatableResource>;
  nodeName?: string;
  nodeSelector?: NodeSelector;
  /** +listType=atomic */
  taints?: DeviceTaint[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#deviceattribute-v1-resource-k8s-io
 */
export interface DeviceAttribute {
  bool?: boolean;
  /** +listType=atomic */
  bools?: boolean[];
  int?: Int64;
  /** +listType=atomic */
  ints?: Int64[];
  string?: string;
  /** +listType=atomic */
  strings?: string[];
  version?: string;
  /** +listType=atomic */
  versions?: string[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicecapacity-v1-resource-k8s-io
 */
export interface DeviceCapacity {
  requestPolicy?: CapacityRequestPolicy;
  value: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#capacityrequestpolicy-v1-resource-k8s-io
 */
export interface CapacityRequestPolicy {
  default?: Quantity;
  validRange?: CapacityRequestPolicyRange;
  /** +listType=atomic */
  validValues?: Quantity[];
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#capacityrequestpolicyrange-v1-resource-k8s-io
 */
export interface CapacityRequestPolicyRange {
  max?: Quantity;
  min: Quantity;
  step?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#devicecounterconsumption-v1-resource-k8s-io
 */
export interface DeviceCounterConsumption {
  /** +listType=atomic */
  compatibilityGroups?: string[];
  counterSet: string;
  counters: Record<string, Counter>;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#counter-v1-resource-k8s-io
 */
export interface Counter {
  value: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeallocatableresource-v1-resource-k8s-io
 */
export interface NodeAllocatableResource {
  mapping?: NodeAllocatableMapping;
  overhead?: NodeAllocatableOverhead;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeallocatablemapping-v1-resource-k8s-io
 */
export interface NodeAllocatableMapping {
  capacityKey?: string;
  capacityMultiplier?: Quantity;
  deviceMultiplier?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#nodeallocatableoverhead-v1-resource-k8s-io
 */
export interface NodeAllocatableOverhead {
  perContainer?: Quantity;
  perPod?: Quantity;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourcepool-v1-resource-k8s-io
 */
export interface ResourcePool {
  generation: Int64;
  name: string;
  resourceSliceCount: Int64;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#counterset-v1-resource-k8s-io
 */
export interface CounterSet {
  counters: Record<string, Counter>;
  name: string;
}

/**
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#resourceslicelist-v1-resource-k8s-io
 */
export interface ResourceSliceList extends TypeMeta {
  metadata: ListMeta;
  items: ResourceSlice[];
}
