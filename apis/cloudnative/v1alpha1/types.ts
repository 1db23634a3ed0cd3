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
  /** The name, namespace and other metadata. */
  metadata: ObjectMeta;
  /** The desired state of the machine. */
  spec: VirtualMachineSpec;
  /** The observed state of the machine. */
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

/** VirtualMachineAction is the desired power state of a machine. */
export type VirtualMachineAction = 'active' | 'inactive';

/** VirtualMachinePhase is the phase of a machine; empty before the first observation. */
export type VirtualMachinePhase =
  '' | 'Pending' | 'Creating' | 'Active' | 'Failed' | 'Terminating' | 'Unknown';

/** ResourceUsage is the resource usage of a machine, in percent. */
export interface ResourceUsage {
  /** CPU time used, in percent of one CPU. */
  cpu: Float;
  /** Memory used, in percent of the limit. */
  memory: Float;
}

/** ServerStatus is the state of the machine in the driver. */
export interface ServerStatus {
  /** The driver's id of the machine. */
  id: string;
  /** The driver's name of the machine's state, such as running or exited. */
  state: string;
  /** The resource usage of the machine, in percent. */
  usage: ResourceUsage;
}

/** VirtualMachineStatus is the observed state of a VirtualMachine. */
export interface VirtualMachineStatus {
  /** The phase of the machine; empty before the first observation. */
  phase: VirtualMachinePhase;
  /** The reason of the phase, if there is one to report. */
  reason?: string;
  /** The server that runs the machine. Absent before it is created. */
  server?: ServerStatus;
  /** The time of the last status update. */
  lastUpdateTime?: Time;
  /** The generation of the spec that this status describes. */
  observedGeneration?: Int64;
  /** The condition Ready is True while the machine matches its spec. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** VirtualMachineList is a list of VirtualMachines. */
export interface VirtualMachineList extends TypeMeta {
  /** The resource version of the list, and the token of the next page. */
  metadata: ListMeta;
  /** The virtual machines. */
  items: VirtualMachine[];
}
