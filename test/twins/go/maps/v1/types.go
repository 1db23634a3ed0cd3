package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Table is the kind.
type Table struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TableSpec `json:"spec"`
}

// TableSpec is what is wanted.
type TableSpec struct {
	// Labels has bounds.
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=16
	Labels map[string]string `json:"labels"`
	// Counts are numbers.
	Counts map[string]int32 `json:"counts,omitempty"`
	// Lists are lists.
	Lists map[string][]string `json:"lists,omitempty"`
	// Nested is a map of maps.
	Nested map[string]map[string]bool `json:"nested,omitempty"`
	// Cells are objects.
	Cells map[string]Cell `json:"cells,omitempty"`
	// Keyed has a named key.
	Keyed map[Key]Cell `json:"keyed,omitempty"`
	// Atomic is replaced as a whole.
	// +mapType=atomic
	Atomic map[string]string `json:"atomic,omitempty"`
	// Granular is merged by key.
	// +mapType=granular
	Granular map[string]string `json:"granular,omitempty"`
	// Settings is a named map.
	Settings Settings `json:"settings,omitempty"`
	// Open is an object with bounds.
	Open OpenCell `json:"open,omitempty"`
}

// Cell is one value.
type Cell struct {
	// Value says it.
	Value string `json:"value"`
}

// OpenCell may have up to two.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=2
type OpenCell struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
	C string `json:"c,omitempty"`
}

// Key is a string.
type Key string

// Settings are by name.
// +kubebuilder:validation:MaxProperties=5
// +mapType=atomic
type Settings map[string]string
