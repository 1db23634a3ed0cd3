package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Preserved is the kind.
type Preserved struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PreservedSpec `json:"spec"`
}

// PreservedSpec is what is wanted.
type PreservedSpec struct {
	// Json is anything.
	Json    apiextensionsv1.JSON            `json:"json,omitempty"`
	JsonMap map[string]apiextensionsv1.JSON `json:"jsonMap,omitempty"`
	// Raw is an object.
	Raw runtime.RawExtension `json:"raw,omitempty"`
	// Open keeps what it does not know.
	Open Open `json:"open,omitempty"`
	// Pruned keeps here what it does not know.
	// +kubebuilder:pruning:PreserveUnknownFields
	Pruned Closed `json:"pruned,omitempty"`
	// +kubebuilder:validation:XPreserveUnknownFields
	Kept Closed `json:"kept,omitempty"`
	// Closed drops what it does not know.
	Closed Closed `json:"closed,omitempty"`
	// Anything has no schema.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Anything Closed `json:"anything,omitempty"`
	// Typed has no schema but a type.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	Typed Closed `json:"typed,omitempty"`
	Old   Old    `json:"old,omitempty"`
}

// Open is an open object.
// +kubebuilder:validation:XPreserveUnknownFields
type Open struct {
	Name string `json:"name,omitempty"`
}

// Old has the older marker.
// +kubebuilder:pruning:PreserveUnknownFields
type Old struct {
	Name string `json:"name,omitempty"`
}

// Closed is a closed object.
type Closed struct {
	Name string `json:"name,omitempty"`
}
