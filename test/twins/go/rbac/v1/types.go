package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Ruled is the kind.
type Ruled struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RuledSpec `json:"spec"`
}

// RuledSpec is what is wanted.
type RuledSpec struct {
	A string `json:"a,omitempty"`
}
