package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// IntOrText is the kind.
type IntOrText struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec IntOrTextSpec `json:"spec"`
}

// IntOrTextSpec is what is wanted.
type IntOrTextSpec struct {
	// Port is a number or a name.
	Port intstr.IntOrString `json:"port"`
	// Named is int-or-string by a marker.
	Named Amount `json:"named,omitempty"`
	// Percent has a pattern as well.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^([0-9]+%|[0-9]+)$`
	// +kubebuilder:validation:MaxLength=5
	Percent intstr.IntOrString `json:"percent,omitempty"`
	// +kubebuilder:validation:MaxItems=3
	List []intstr.IntOrString `json:"list,omitempty"`
	// Surge has a default.
	// +kubebuilder:default="25%"
	Surge *intstr.IntOrString `json:"surge,omitempty"`
	// +kubebuilder:default=1
	Number *intstr.IntOrString `json:"number,omitempty"`
	// Size is a quantity.
	Size resource.Quantity `json:"size,omitempty"`
}

// Amount is a number or a percentage.
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
type Amount intstr.IntOrString
