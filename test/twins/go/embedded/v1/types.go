package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Embedded is the kind.
type Embedded struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec EmbeddedSpec `json:"spec"`
}

// EmbeddedSpec is what is wanted.
type EmbeddedSpec struct {
	// Template is any object.
	// +kubebuilder:validation:EmbeddedResource
	Template runtime.RawExtension `json:"template"`
	// Other is written as the schema has it.
	// +kubebuilder:validation:XEmbeddedResource
	Other runtime.RawExtension `json:"other,omitempty"`
	// Pod has fields of its own.
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:validation:XPreserveUnknownFields
	Pod Pod `json:"pod,omitempty"`
	// List has many.
	// +kubebuilder:validation:items:XEmbeddedResource
	List []runtime.RawExtension `json:"list,omitempty"`
	// Meta is the metadata of something else.
	Meta         metav1.ObjectMeta `json:"meta,omitempty"`
	TemplateMeta Template          `json:"templateMeta,omitempty"`
}

// Pod is a little of a pod.
type Pod struct {
	Spec PodSpec `json:"spec,omitempty"`
}

type PodSpec struct {
	Image string `json:"image"`
}

// Template is what is made.
type Template struct {
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Image             string `json:"image"`
}
