package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Hooked is the kind.
type Hooked struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HookedSpec `json:"spec"`
}

// HookedSpec is what is wanted.
type HookedSpec struct {
	A string `json:"a,omitempty"`
}
