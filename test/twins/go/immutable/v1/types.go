package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Fixed is the kind.
type Fixed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FixedSpec `json:"spec"`
}

// FixedSpec is what is wanted.
type FixedSpec struct {
	// Name is required and fixed.
	// +kubebuilder:validation:MaxLength=63
	// +k8s:immutable
	Name string `json:"name"`
	// Zone is fixed once set.
	// +kubebuilder:validation:MaxLength=63
	// +k8s:immutable
	Zone string `json:"zone,omitempty"`
	// +k8s:immutable
	Size *int32 `json:"size,omitempty"`
	// Parts are fixed.
	// +kubebuilder:validation:MaxItems=4
	// +kubebuilder:validation:items:MaxLength=9
	// +k8s:immutable
	Parts []string `json:"parts,omitempty"`
	// +k8s:immutable
	Inner *Inner `json:"inner,omitempty"`
}

// Inner is fixed within.
type Inner struct {
	// +k8s:immutable
	A *int32 `json:"a,omitempty"`
	B string `json:"b,omitempty"`
}
