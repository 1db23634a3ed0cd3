package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Typed is the kind.
type Typed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TypedSpec `json:"spec"`
}

// TypedSpec is what is wanted.
type TypedSpec struct {
	Numbers    Numbers    `json:"numbers,omitempty"`
	Words      Words      `json:"words,omitempty"`
	Choices    Choices    `json:"choices,omitempty"`
	Days       Days       `json:"days,omitempty"`
	Kinds      Kinds      `json:"kinds,omitempty"`
	Maps       Maps       `json:"maps,omitempty"`
	Lists      Lists      `json:"lists,omitempty"`
	Objects    Objects    `json:"objects,omitempty"`
	Texts      Texts      `json:"texts,omitempty"`
	Ruled      Ruled      `json:"ruled,omitempty"`
	Entries    Entries    `json:"entries,omitempty"`
	NewEntries NewEntries `json:"newEntries,omitempty"`
	NewSet     NewSet     `json:"newSet,omitempty"`
	Template   Template   `json:"template,omitempty"`
	Loose      Loose      `json:"loose,omitempty"`
	Day        Day        `json:"day,omitempty"`
	Open       Open       `json:"open,omitempty"`
	Count      Count      `json:"count,omitempty"`
	Color      Color      `json:"color,omitempty"`
	Mode       Mode       `json:"mode,omitempty"`
}

// Numbers are bounded each.
// +kubebuilder:validation:items:Minimum=1
// +kubebuilder:validation:items:Maximum=9
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=2
type Numbers []int32

// Words are bounded each.
// +kubebuilder:validation:items:MinLength=1
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
type Words []string

// +kubebuilder:validation:items:Enum=a;b
type Choices []string

// +kubebuilder:validation:items:Format=date
type Days []string

// Kinds are strings on the wire, whatever Go holds.
// +kubebuilder:validation:items:Type=string
// +kubebuilder:validation:items:Format=""
type Kinds []int32

// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=3
type Maps []map[string]string

// +kubebuilder:validation:UniqueItems=false
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=3
// +kubebuilder:validation:items:UniqueItems=false
type Lists [][]string

// +kubebuilder:validation:items:XEmbeddedResource
// +kubebuilder:validation:items:XPreserveUnknownFields
type Objects []runtime.RawExtension

// +kubebuilder:validation:items:XIntOrString
type Texts []intstr.IntOrString

// Ruled has a rule for each.
// +kubebuilder:validation:MaxItems=5
// +listType=map
// +listMapKey=name
// +kubebuilder:validation:items:XValidation:rule="!oldSelf.hasValue() || self.size == oldSelf.value().size",messageExpression="'size of ' + self.name + ' is fixed'",message="size is fixed",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
type Ruled []Entry

// +kubebuilder:validation:MaxItems=5
// +listType=map
// +listMapKey=name
type Entries []Entry

// +k8s:listType=map
// +k8s:listMapKey=name
type NewEntries []Entry

// +k8s:listType=set
type NewSet []string

// Entry is one of them.
type Entry struct {
	// +kubebuilder:validation:MaxLength=9
	Name string `json:"name"`
	Size int32  `json:"size"`
}

// Template is some resource.
// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:validation:XPreserveUnknownFields
type Template struct {
	Extra string `json:"extra,omitempty"`
}

// Loose is a number with open ends.
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:Maximum=9
// +kubebuilder:validation:ExclusiveMaximum=true
type Loose int32

// +kubebuilder:validation:Format=date
type Day string

// Open has every argument in its rule.
// +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || self.size == oldSelf.value().size",messageExpression="'size of ' + self.name + ' is fixed'",message="size is fixed",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
type Open struct {
	// +kubebuilder:validation:MaxLength=9
	Name string `json:"name"`
	Size int32  `json:"size"`
}

// Count is a Go int.
// +kubebuilder:validation:Type=integer
// +kubebuilder:validation:Minimum=0
type Count int

// +kubebuilder:validation:Enum=red;green
type Color string

// +kubebuilder:validation:Enum=on;off
type Mode string
