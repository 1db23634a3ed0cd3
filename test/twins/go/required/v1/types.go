package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Strict is the kind.
type Strict struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StrictSpec `json:"spec"`
}

// StrictSpec is what is wanted.
type StrictSpec struct {
	// A is required.
	A string `json:"a"`
	// B may be left out.
	// +optional
	B string `json:"b,omitempty"`
	// C may be left out.
	// +kubebuilder:validation:Optional
	C string `json:"c,omitempty"`
	// D says so twice.
	// +required
	// +kubebuilder:validation:Required
	D string `json:"d"`
	// E may be left out.
	// +k8s:optional
	E string `json:"e,omitempty"`
}
