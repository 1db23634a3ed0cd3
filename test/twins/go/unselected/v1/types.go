package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Unselected is the kind.
// +kubebuilder:subresource:scale:specpath=`.spec.replicas`,statuspath=".status.replicas"
type Unselected struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   UnselectedSpec   `json:"spec"`
	Status UnselectedStatus `json:"status,omitempty"`
}

// UnselectedSpec is what is wanted.
type UnselectedSpec struct {
	Replicas int32 `json:"replicas,omitempty"`
}

// UnselectedStatus is what is seen.
type UnselectedStatus struct {
	Replicas int32 `json:"replicas,omitempty"`
}
