package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Declared is the kind.
type Declared struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DeclaredSpec `json:"spec"`
}

// DeclaredSpec is what is wanted.
type DeclaredSpec struct {
	// Name may not be empty.
	// +k8s:required
	Name string `json:"name"`
	// Tags has one at least.
	// +k8s:required
	// +k8s:maxItems=8
	Tags []string `json:"tags"`
	// +k8s:required
	Labels map[string]string `json:"labels"`
	// +k8s:required
	Inner Inner `json:"inner"`
	// +k8s:required
	// +k8s:minimum=1
	// +k8s:maximum=9
	Count int32 `json:"count"`
	// Bounded says its own least length.
	// +k8s:required
	// +kubebuilder:validation:MinLength=3
	Bounded string `json:"bounded"`
	// Free may be left out.
	// +k8s:optional
	Free string `json:"free,omitempty"`
	// Mode is an enum.
	// +k8s:optional
	Mode Mode `json:"mode,omitempty"`
	// +k8s:listType=map
	// +k8s:listMapKey=number
	// +k8s:optional
	Ports []Port `json:"ports,omitempty"`
	// Note has a remark behind its value.
	// +k8s:maximum=7 # lucky
	Note int32 `json:"note,omitempty"`
}

type Inner struct {
	// +k8s:optional
	A string `json:"a,omitempty"`
}

type Port struct {
	// +k8s:required
	Number int32 `json:"number"`
}

// Mode is how.
// +k8s:enum
type Mode string

const (
	ModeFast Mode = "fast"
	ModeSlow Mode = "slow"
)
