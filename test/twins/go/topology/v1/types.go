package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Topology is the kind.
type Topology struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TopologySpec `json:"spec"`
}

// TopologySpec is what is wanted.
type TopologySpec struct {
	// Set has each once.
	// +listType=set
	Set []string `json:"set"`
	// Atomic is replaced as a whole.
	// +listType=atomic
	Atomic []string `json:"atomic,omitempty"`
	// Ports are known by two fields.
	// +listType=map
	// +listMapKey=port
	// +listMapKey=protocol
	Ports []Port `json:"ports,omitempty"`
	// Named has its topology from its type.
	Named NamedPorts `json:"named,omitempty"`
	// Newer has the markers of Kubernetes itself.
	// +k8s:listType=map
	// +k8s:listMapKey=port
	Newer []Port `json:"newer,omitempty"`
	// +k8s:listType=set
	NewerSet []int32 `json:"newerSet,omitempty"`
	// Point is replaced as a whole.
	Point Point `json:"point,omitempty"`
	// Loose is atomic in this place.
	// +structType=atomic
	Loose LoosePoint `json:"loose,omitempty"`
	// Fine is merged by field.
	// +structType=granular
	Fine  LoosePoint `json:"fine,omitempty"`
	Pairs Pairs      `json:"pairs,omitempty"`
}

// Port is a port.
type Port struct {
	// Port is its number.
	Port int32 `json:"port"`
	// Protocol has a default, as keys must.
	// +kubebuilder:default=TCP
	Protocol string `json:"protocol,omitempty"`
	Name     string `json:"name,omitempty"`
}

// NamedPorts are by port.
// +listType=map
// +listMapKey=port
type NamedPorts []Port

// Point has two numbers.
// +structType=atomic
type Point struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
}

// LoosePoint has two numbers.
type LoosePoint struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
}

// Pairs are replaced as a whole.
// +mapType=atomic
type Pairs map[string]string
