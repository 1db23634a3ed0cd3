package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Renamed is the kind.
type Renamed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RenamedSpec `json:"spec"`
}

// RenamedSpec is what is wanted.
type RenamedSpec struct {
	A string `json:"a,omitempty"`
}
