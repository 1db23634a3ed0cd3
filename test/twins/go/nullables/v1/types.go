package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Nullable is the kind.
type Nullable struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec NullableSpec `json:"spec"`
}

// NullableSpec is what is wanted.
type NullableSpec struct {
	// Marked may be null.
	// +nullable
	Marked *string `json:"marked,omitempty"`
	// Union may be null.
	// +nullable
	Union *int32 `json:"union,omitempty"`
	// Needed must be there, if only as null.
	// +nullable
	Needed *string `json:"needed"`
	// Object may be null.
	// +nullable
	Object *Inner `json:"object,omitempty"`
	// List may be null.
	// +nullable
	List []string `json:"list"`
	// Maps may be null.
	// +nullable
	Maps map[string]string `json:"maps,omitempty"`
	// Mode is one of two, or null.
	// +kubebuilder:validation:Enum=fast;slow
	// +nullable
	Mode *string `json:"mode,omitempty"`
}

// Inner is an object.
type Inner struct {
	Name string `json:"name"`
}
