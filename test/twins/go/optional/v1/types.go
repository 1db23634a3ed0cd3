package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Free is the kind.
type Free struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FreeSpec `json:"spec"`
}

// FreeSpec is what is wanted.
type FreeSpec struct {
	// A may be left out, as all here.
	A string `json:"a"`
	// B is required.
	// +kubebuilder:validation:Required
	B string `json:"b"`
	// C may be left out.
	C string `json:"c,omitempty"`
	// D is required.
	// +required
	D Inner `json:"d"`
}

// Inner is an object.
type Inner struct {
	A string `json:"a"`
	// +k8s:required
	B int32 `json:"b"`
}
