package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Labelled is the kind.
// +kubebuilder:metadata:annotations="twins.dev/one=1",labels="app=twins"
// +kubebuilder:metadata:annotations="twins.dev/two=a=b";"twins.dev/three=c"
// +kubebuilder:metadata:labels={"tier=api","on=yes"}
type Labelled struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LabelledSpec `json:"spec"`
}

// LabelledSpec is what is wanted.
type LabelledSpec struct {
	A string `json:"a,omitempty"`
}
