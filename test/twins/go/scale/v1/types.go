package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Scaled is the kind.
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
type Scaled struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ScaledSpec   `json:"spec"`
	Status ScaledStatus `json:"status,omitempty"`
}

// ScaledSpec is what is wanted.
type ScaledSpec struct {
	// +kubebuilder:validation:Minimum=0
	Replicas int32 `json:"replicas,omitempty"`
}

// ScaledStatus is what is seen.
type ScaledStatus struct {
	Replicas int32  `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
}
