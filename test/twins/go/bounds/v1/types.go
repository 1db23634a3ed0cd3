package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Bounded is the kind.
type Bounded struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BoundedSpec `json:"spec"`
}

// BoundedSpec is what is wanted.
type BoundedSpec struct {
	// Port is narrower than its type.
	// +kubebuilder:validation:Minimum=1024
	// +kubebuilder:validation:Maximum=70000
	Port Port `json:"port"`
	// +kubebuilder:validation:MaxLength=10
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	Name Name `json:"name,omitempty"`
	// +kubebuilder:validation:MaxItems=3
	// +kubebuilder:validation:MinItems=2
	List Names `json:"list,omitempty"`
	// Same says the same.
	// +kubebuilder:validation:Minimum=1
	Same Port `json:"same,omitempty"`
}

// Port is a TCP port.
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=65535
type Port int32

// Name is a name.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
type Name string

// Names are several.
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=8
type Names []string
