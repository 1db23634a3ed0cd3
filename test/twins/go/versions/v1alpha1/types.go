package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Versioned is the kind.
// +kubebuilder:resource:shortName=ver
// +kubebuilder:unservedversion
// +kubebuilder:deprecatedversion
type Versioned struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec VersionedSpec `json:"spec"`
}

// VersionedSpec is what is wanted.
type VersionedSpec struct {
	// Old was renamed.
	Old string `json:"old,omitempty"`
}
