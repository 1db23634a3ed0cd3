package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Versioned is the kind.
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=ver
// +kubebuilder:subresource:status
type Versioned struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec VersionedSpec `json:"spec"`
}

// VersionedSpec is what is wanted.
type VersionedSpec struct {
	// Name was old.
	Name  string `json:"name,omitempty"`
	Added int32  `json:"added,omitempty"`
}
