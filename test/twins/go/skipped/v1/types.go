package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Skipped is the kind.
type Skipped struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SkippedSpec `json:"spec"`
}

// SkippedSpec is what is wanted.
type SkippedSpec struct {
	A string `json:"a,omitempty"`
}
