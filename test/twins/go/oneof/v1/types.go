package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Choice is the kind.
type Choice struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ChoiceSpec `json:"spec"`
}

// ChoiceSpec is what is wanted.
type ChoiceSpec struct {
	// Source is exactly one.
	Source Source `json:"source"`
	// Limit is at most one.
	Limit Limit `json:"limit,omitempty"`
	// Many has two groups.
	Many Many `json:"many,omitempty"`
}

// Source is one of three.
// +kubebuilder:validation:ExactlyOneOf=git;http;local
type Source struct {
	Git   string `json:"git,omitempty"`
	Http  string `json:"http,omitempty"`
	Local *Local `json:"local,omitempty"`
}

type Local struct {
	Path string `json:"path"`
}

// Limit has one of two.
// +kubebuilder:validation:AtMostOneOf=count;share
type Limit struct {
	Count *int32 `json:"count,omitempty"`
	Share *int32 `json:"share,omitempty"`
}

// Many has several groups.
// +kubebuilder:validation:XValidation:rule="!has(self.a) || self.a != 'x'",message="a is not x"
// +kubebuilder:validation:AtLeastOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=c;d
// +kubebuilder:validation:AtMostOneOf={e,f}
// +kubebuilder:validation:ExactlyOneOf=b;c
type Many struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
	C string `json:"c,omitempty"`
	D string `json:"d,omitempty"`
	E string `json:"e,omitempty"`
	F string `json:"f,omitempty"`
}
