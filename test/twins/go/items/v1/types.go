package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Item is the kind.
type Item struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ItemSpec `json:"spec"`
}

// ItemSpec is what is wanted.
type ItemSpec struct {
	// Numbers has bounds for each.
	// +kubebuilder:validation:items:Minimum=1
	// +kubebuilder:validation:items:Maximum=9
	// +kubebuilder:validation:items:ExclusiveMinimum=true
	// +kubebuilder:validation:items:ExclusiveMaximum=true
	// +kubebuilder:validation:items:MultipleOf=2
	Numbers []int32 `json:"numbers"`
	// Names has bounds for each.
	// +kubebuilder:validation:items:MinLength=1
	// +kubebuilder:validation:items:MaxLength=9
	// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
	Names []string `json:"names,omitempty"`
	// +kubebuilder:validation:items:Enum=a;b;c
	Enums []string `json:"enums,omitempty"`
	// +kubebuilder:validation:items:Format=date
	Days []string `json:"days,omitempty"`
	// Kinds are strings on the wire, whatever Go holds.
	// +kubebuilder:validation:items:Type=string
	// +kubebuilder:validation:items:Format=""
	Kinds []int32 `json:"kinds,omitempty"`
	// +kubebuilder:validation:items:MinProperties=1
	// +kubebuilder:validation:items:MaxProperties=3
	Maps []map[string]string `json:"maps,omitempty"`
	// +kubebuilder:validation:MaxItems=5
	// +kubebuilder:validation:items:MinItems=1
	// +kubebuilder:validation:items:MaxItems=3
	// +kubebuilder:validation:items:UniqueItems=false
	Lists [][]string `json:"lists,omitempty"`
	// +kubebuilder:validation:items:XEmbeddedResource
	// +kubebuilder:validation:items:XPreserveUnknownFields
	Objects []runtime.RawExtension `json:"objects,omitempty"`
	// +kubebuilder:validation:items:XIntOrString
	Texts []intstr.IntOrString `json:"texts,omitempty"`
	// Ruled has a rule for each.
	// +kubebuilder:validation:MaxItems=9
	// +kubebuilder:validation:items:MaxLength=9
	// +kubebuilder:validation:items:XValidation:rule="self != 'x'",message="not x"
	Ruled []string `json:"ruled,omitempty"`
	// Entries has a rule with every argument.
	// +kubebuilder:validation:MaxItems=5
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:items:XValidation:rule="!oldSelf.hasValue() || self.size == oldSelf.value().size",messageExpression="'size of ' + self.name + ' is fixed'",message="size is fixed",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
	Entries []Entry `json:"entries,omitempty"`
	// Typed has them on its type.
	Typed Names `json:"typed,omitempty"`
}

// Entry is one of them.
type Entry struct {
	// +kubebuilder:validation:MaxLength=9
	Name string `json:"name"`
	Size int32  `json:"size"`
}

// Names are short.
// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:items:MaxLength=5
type Names []string
