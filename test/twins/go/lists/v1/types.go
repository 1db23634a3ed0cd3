package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// List is the kind.
type List struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ListSpec `json:"spec"`
}

// ListSpec is what is wanted.
type ListSpec struct {
	// Tags has bounds.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=8
	Tags []string `json:"tags"`
	// Loose allows repetition.
	// +kubebuilder:validation:UniqueItems=false
	Loose []string `json:"loose,omitempty"`
	// Matrix is a list of lists.
	// +kubebuilder:validation:MaxItems=3
	Matrix [][]int32    `json:"matrix,omitempty"`
	Cube   [][][]string `json:"cube,omitempty"`
	// Parts are objects.
	Parts []Part `json:"parts,omitempty"`
	// Rows is a list of a named list.
	Rows []Row `json:"rows,omitempty"`
	// +kubebuilder:validation:MinItems=2
	Row Row `json:"row,omitempty"`
	// Pointers are values on the wire.
	Pointers []*Part `json:"pointers,omitempty"`
	// Fixed loses its length, in Go.
	Fixed [3]int32 `json:"fixed,omitempty"`
	Flags []bool   `json:"flags,omitempty"`
}

// Part is one of them.
type Part struct {
	Name string `json:"name"`
	// Size is in bytes.
	Size int64 `json:"size,omitempty"`
}

// Row is a list of strings.
// +kubebuilder:validation:MaxItems=4
type Row []string
