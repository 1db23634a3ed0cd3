package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	helpers "vmgen.dev/test/twins/helpers/v1"
)

// Shared has its fields at the root.
type Shared struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Data is here, as in a ConfigMap.
	Data map[string]string `json:"data,omitempty"`
	// Owner is a reference.
	Owner   helpers.Reference   `json:"owner"`
	Others  []helpers.Reference `json:"others,omitempty"`
	Color   helpers.Color       `json:"color,omitempty"`
	Palette Palette             `json:"palette,omitempty"`
	Alias   Alias               `json:"alias,omitempty"`
	Size    Size                `json:"size,omitempty"`
}

// Palette is a list of colors.
type Palette []helpers.Color

// Alias is another name.
// +kubebuilder:validation:MaxLength=20
type Alias Text
