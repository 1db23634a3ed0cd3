package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Known is the kind.
type Known struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KnownSpec `json:"spec"`
}

// KnownSpec is what is wanted.
type KnownSpec struct {
	// Time is a moment.
	Time metav1.Time `json:"time"`
	// Micro is a finer one.
	Micro *metav1.MicroTime `json:"micro,omitempty"`
	// Every is a span.
	Every *metav1.Duration `json:"every,omitempty"`
	// Size is an amount.
	Size *resource.Quantity `json:"size,omitempty"`
	// Limits are amounts.
	Limits map[string]resource.Quantity `json:"limits,omitempty"`
	// Raw is any object.
	Raw *runtime.RawExtension `json:"raw,omitempty"`
	// Value is anything.
	Value *apiextensionsv1.JSON `json:"value,omitempty"`
	// Port is a number or a name.
	Port *intstr.IntOrString `json:"port,omitempty"`
	// Selector selects.
	Selector     *metav1.LabelSelector `json:"selector,omitempty"`
	Undocumented *metav1.LabelSelector `json:"undocumented,omitempty"`
	// Conditions are several.
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition         `json:"conditions,omitempty"`
	Times      []metav1.Time              `json:"times,omitempty"`
	ByName     map[string]metav1.Duration `json:"byName,omitempty"`
}
