package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Number is the kind.
type Number struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NumberSpec `json:"spec"`
}

// NumberSpec is what is wanted.
type NumberSpec struct {
	// Small is an int32.
	// +kubebuilder:validation:Minimum=-5
	// +kubebuilder:validation:Maximum=5
	Small int32 `json:"small"`
	// Big is an int64.
	// +kubebuilder:validation:Minimum=-9007199254740991
	// +kubebuilder:validation:Maximum=9007199254740991
	Big int64 `json:"big"`
	// Plain is a Go int, which has no format.
	// +kubebuilder:validation:Type=integer
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	Plain int `json:"plain,omitempty"`
	// Below stays under its maximum.
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:validation:ExclusiveMaximum=true
	Below int32 `json:"below,omitempty"`
	// Even is a multiple.
	// +kubebuilder:validation:MultipleOf=2
	Even int32 `json:"even,omitempty"`
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:ExclusiveMinimum=false
	// +kubebuilder:validation:Maximum=2
	// +kubebuilder:validation:ExclusiveMaximum=false
	Inclusive int32 `json:"inclusive,omitempty"`
	// Ratio is a fraction.
	// +kubebuilder:validation:Minimum=0.25
	// +kubebuilder:validation:Maximum=1e3
	// +kubebuilder:validation:MultipleOf=0.25
	Ratio float64 `json:"ratio,omitempty"`
	// Formatted says how wide it is.
	// +kubebuilder:validation:Format=double
	Formatted float64 `json:"formatted,omitempty"`
	// Port has the bounds of its type.
	Port  Port   `json:"port,omitempty"`
	Ports []Port `json:"ports,omitempty"`
	// +kubebuilder:validation:Minimum=10
	Share Share `json:"share,omitempty"`
}

// Port is a TCP port.
// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=65535
type Port int32

// Share is a whole percentage.
// +kubebuilder:validation:Maximum=100
// +kubebuilder:validation:MultipleOf=5
type Share int32
