package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Object is the kind.
// +kubebuilder:object:root=true
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
type Object struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ObjectSpec `json:"spec"`
}

// ObjectSpec is what is wanted.
type ObjectSpec struct {
	A Inner `json:"a,omitempty"`
}

// +kubebuilder:object:generate=false
// +k8s:deepcopy-gen=false
type Inner struct {
	B string `json:"b,omitempty"`
}
