package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Titled is the kind.
// +kubebuilder:title="A titled thing"
// +kubebuilder:externalDocs:url="https://example.com/titled",description="all of it"
type Titled struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TitledSpec `json:"spec"`
}

// TitledSpec is what is wanted.
type TitledSpec struct {
	// Bare has a title of one word.
	// +kubebuilder:title=Bare
	Bare string `json:"bare"`
	// +kubebuilder:title="two words"
	// +kubebuilder:externalDocs:url=https://example.com/quoted
	Quoted string `json:"quoted,omitempty"`
	// Inner takes the title of its type.
	Inner Inner `json:"inner,omitempty"`
	// Other has its own.
	// +kubebuilder:title=Other
	// +kubebuilder:externalDocs:url="https://example.com/other",description=other
	Other Inner `json:"other,omitempty"`
	// Word takes the title of its type.
	Word Word `json:"word,omitempty"`
}

// +kubebuilder:title=Inner
// +kubebuilder:externalDocs:url="https://example.com/inner"
type Inner struct {
	A string `json:"a,omitempty"`
}

// +kubebuilder:title="A word"
type Word string
