package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Example is the kind.
type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}

// ExampleSpec is what is wanted.
type ExampleSpec struct {
	// Text has an example.
	// +kubebuilder:example=hello
	Text string `json:"text"`
	// +kubebuilder:example="two words"
	Quoted string `json:"quoted,omitempty"`
	// +kubebuilder:example=7
	Number int32 `json:"number,omitempty"`
	// +kubebuilder:example=true
	On bool `json:"on,omitempty"`
	// +kubebuilder:example={a,b}
	List []string `json:"list,omitempty"`
	// Object has one.
	// +kubebuilder:example={name: x, size: 3}
	Object Inner `json:"object,omitempty"`
	// +kubebuilder:example={k: v}
	Map map[string]string `json:"map,omitempty"`
}

// Inner is an object.
type Inner struct {
	// +kubebuilder:example=inner
	Name string `json:"name"`
	Size int32  `json:"size,omitempty"`
}
