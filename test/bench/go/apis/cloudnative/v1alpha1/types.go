package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// VirtualMachine is a machine that the controller runs through its driver.
//
// +genclient
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName={vm,vms}
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Status",type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="CPU",type=number,JSONPath=`.status.server.usage.cpu`,description="CPU usage in percent"
// +kubebuilder:printcolumn:name="Memory",type=number,JSONPath=`.status.server.usage.memory`,description="Memory usage in percent"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type VirtualMachine struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the user wants.
	Spec VirtualMachineSpec `json:"spec"`
	// What the controller last saw.
	Status *VirtualMachineStatus `json:"status,omitempty"`
}

// VirtualMachineSpec is the desired state of a VirtualMachine.
type VirtualMachineSpec struct {
	// Whether the machine runs (active) or is stopped (inactive).
	// +kubebuilder:default=active
	Action VirtualMachineAction `json:"action,omitempty"`
	// The machine's size: cpu, memory and rootDisk.
	Resource corev1.ResourceList `json:"resource"`
	// The image that the machine starts from.
	// +kubebuilder:default=nginx
	// +kubebuilder:validation:MinLength=1
	Image string `json:"image,omitempty"`
}

// VirtualMachineAction says what a machine should do.
// +kubebuilder:validation:Enum=active;inactive
type VirtualMachineAction string

// VirtualMachinePhase is the phase of a machine; empty before the first observation.
// +kubebuilder:validation:Enum="";Pending;Creating;Active;Failed;Terminating;Unknown
type VirtualMachinePhase string

// ResourceUsage is what a machine uses of its limits, in percent.
type ResourceUsage struct {
	// CPU time used, in percent of one CPU.
	CPU float64 `json:"cpu"`
	// Memory used, in percent of the limit.
	Memory float64 `json:"memory"`
}

// ServerStatus is what the driver says of the machine.
type ServerStatus struct {
	// The driver's id of the machine.
	ID string `json:"id"`
	// The driver's word for the machine's state, such as running or exited.
	State string        `json:"state"`
	Usage ResourceUsage `json:"usage"`
}

// VirtualMachineStatus is the observed state of a VirtualMachine.
type VirtualMachineStatus struct {
	Phase VirtualMachinePhase `json:"phase"`
	// Why the machine is in its phase, where that is not plain.
	Reason string        `json:"reason,omitempty"`
	Server *ServerStatus `json:"server,omitempty"`
	// When the controller last wrote this status.
	LastUpdateTime *metav1.Time `json:"lastUpdateTime,omitempty"`
	// The generation of the spec that this status was made from.
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Ready is True while the machine does what the spec says.
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// VirtualMachineList is a list of VirtualMachines.
//
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:object:root=true
type VirtualMachineList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []VirtualMachine `json:"items"`
}
