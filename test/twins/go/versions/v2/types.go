package v2

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Versioned is the kind.
// +kubebuilder:skipversion
type Versioned struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec VersionedSpec `json:"spec"`
}

// VersionedSpec is what is wanted.
type VersionedSpec struct {
	// Later is not there yet.
	Later string `json:"later,omitempty"`
}
