package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Flat is the kind.
type Flat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FlatSpec `json:"spec"`
}

// FlatSpec is what is wanted.
type FlatSpec struct {
	Base  `json:",inline"`
	Extra `json:",inline"`
	// Own is its own.
	Own      string `json:"own"`
	Embedded Child  `json:"embedded,omitempty"`
}

// Base is below.
// +structType=granular
type Base struct {
	// Name is from the base.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	Size int32  `json:"size,omitempty"`
}

// Extra has a rule.
// +kubebuilder:validation:XValidation:rule="!has(self.low) || !has(self.high) || self.low <= self.high",message="low first"
type Extra struct {
	Low  int32 `json:"low,omitempty"`
	High int32 `json:"high,omitempty"`
}

// Child goes on.
// +kubebuilder:validation:XValidation:rule="self.name != 'x'"
type Child struct {
	Base `json:",inline"`
	More string `json:"more,omitempty"`
}
