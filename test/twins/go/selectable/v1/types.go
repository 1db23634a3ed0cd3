package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Selected is the kind.
// +kubebuilder:selectablefield:JSONPath=`.spec.color`
// +kubebuilder:selectablefield:JSONPath=".spec.count"
// +kubebuilder:selectablefield:JSONPath=.spec.inner.on
type Selected struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SelectedSpec `json:"spec"`
}

// SelectedSpec is what is wanted.
type SelectedSpec struct {
	Color string `json:"color"`
	Count int32  `json:"count,omitempty"`
	Inner Inner  `json:"inner,omitempty"`
}

type Inner struct {
	On bool `json:"on,omitempty"`
}
