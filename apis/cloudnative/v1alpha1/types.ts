import type {
  Condition,
  Float,
  Int64,
  ListMeta,
  ObjectMeta,
  ResourceList,
  Time,
  TypeMeta,
} from '@vmgen/runtime';

/** VirtualMachine is a machine that the controller runs through its driver. */
// +genclient
// +kubebuilder:resource:shortName={vm,vms}
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Status",type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="CPU",type=number,JSONPath=`.status.server.usage.cpu`,description="CPU usage in percent"
// +kubebuilder:printcolumn:name="Memory",type=number,JSONPath=`.status.server.usage.memory`,description="Memory usage in percent"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface VirtualMachine extends TypeMeta {
  metadata: ObjectMeta;
  /** What the user wants. */
  spec: VirtualMachineSpec;
  /** What the controller last saw. */
  status?: VirtualMachineStatus;
}

/** VirtualMachineSpec is the desired state of a VirtualMachine. */
export interface VirtualMachineSpec {
  /** Whether the machine runs (active) or is stopped (inactive). */
  // +kubebuilder:default=active
  action?: VirtualMachineAction;
  /** The machine's size: cpu, memory and rootDisk. */
  resource: ResourceList;
  /** The image that the machine starts from. */
  // +kubebuilder:default=nginx
  // +kubebuilder:validation:MinLength=1
  image?: string;
}

/** VirtualMachineAction says what a machine should do. */
export type VirtualMachineAction = 'active' | 'inactive';

/** VirtualMachinePhase is where a machine stands in its life; empty before it was first seen. */
export type VirtualMachinePhase =
  '' | 'Pending' | 'Creating' | 'Active' | 'Failed' | 'Terminating' | 'Unknown';

/** ResourceUsage is what a machine uses of its limits, in percent. */
export interface ResourceUsage {
  /** CPU time used, in percent of one CPU. */
  cpu: Float;
  /** Memory used, in percent of the limit. */
  memory: Float;
}

/** ServerStatus is what the driver says of the machine. */
export interface ServerStatus {
  /** The driver's id of the machine. */
  id: string;
  /** The driver's word for the machine's state, such as running or exited. */
  state: string;
  usage: ResourceUsage;
}

/** VirtualMachineStatus is the observed state of a VirtualMachine. */
export interface VirtualMachineStatus {
  phase: VirtualMachinePhase;
  /** Why the machine is in its phase, where that is not plain. */
  reason?: string;
  server?: ServerStatus;
  /** When the controller last wrote this status. */
  lastUpdateTime?: Time;
  /** The generation of the spec that this status was made from. */
  observedGeneration?: Int64;
  /** Ready is True while the machine does what the spec says. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** VirtualMachineList is a list of VirtualMachines. */
export interface VirtualMachineList extends TypeMeta {
  metadata: ListMeta;
  items: VirtualMachine[];
}
