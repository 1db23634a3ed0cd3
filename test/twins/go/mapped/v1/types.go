package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Mapped is the kind.
type Mapped struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MappedSpec `json:"spec"`
}

// MappedSpec is what is wanted.
type MappedSpec struct {
	Picked   Picked   `json:"picked"`
	Omitted  Omitted  `json:"omitted,omitempty"`
	Partial  Partial  `json:"partial,omitempty"`
	Complete Complete `json:"complete,omitempty"`
	Both     Both     `json:"both,omitempty"`
	Colors   Colors   `json:"colors,omitempty"`
	// Name is bounded.
	// +kubebuilder:validation:MaxLength=9
	Indexed  string    `json:"indexed,omitempty"`
	Generic  TextBox   `json:"generic,omitempty"`
	Generics NumberBox `json:"generics,omitempty"`
	// +kubebuilder:validation:MinItems=2
	// +kubebuilder:validation:MaxItems=2
	Tuple []int32 `json:"tuple,omitempty"`
}

// Picked has some of it.
type Picked struct {
	// Name is bounded.
	// +kubebuilder:validation:MaxLength=9
	Name string `json:"name"`
}

type Omitted struct {
	// Size is how large.
	// +kubebuilder:validation:Minimum=1
	Size int32  `json:"size"`
	Note string `json:"note,omitempty"`
}

type Partial struct {
	// Name is bounded.
	// +kubebuilder:validation:MaxLength=9
	Name string `json:"name,omitempty"`
	// Size is how large.
	// +kubebuilder:validation:Minimum=1
	Size int32  `json:"size,omitempty"`
	Note string `json:"note,omitempty"`
}

type Complete struct {
	Note string `json:"note"`
}

// Both is two in one.
type Both struct {
	A string `json:"a"`
	B int32  `json:"b,omitempty"`
}

type Colors struct {
	Red   bool `json:"red"`
	Green bool `json:"green"`
}

// TextBox holds a text.
type TextBox struct {
	// Value is held.
	Value string   `json:"value"`
	All   []string `json:"all,omitempty"`
}

// NumberBox holds a number.
type NumberBox struct {
	// Value is held.
	Value int32   `json:"value"`
	All   []int32 `json:"all,omitempty"`
}
