package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Rule is the kind.
// +kubebuilder:validation:XValidation:rule="self.spec.min <= self.spec.max",message="min may not pass max"
// +kubebuilder:validation:XValidation:rule="size(self.metadata.name) < 60"
type Rule struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RuleSpec `json:"spec"`
}

// RuleSpec is what is wanted.
type RuleSpec struct {
	// Min is the lower one.
	Min int32 `json:"min"`
	// Max is the upper one.
	Max int32 `json:"max"`
	// Name may not change.
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="name is fixed"
	Name string `json:"name,omitempty"`
	// Mode has every argument.
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self != 'off' || !oldSelf.hasValue()",messageExpression="'not ' + self",reason=FieldValueForbidden,optionalOldSelf=true
	Mode string `json:"mode,omitempty"`
	// Inner points at a field.
	// +kubebuilder:validation:XValidation:rule="self.a != self.b",message="a and b differ",reason=FieldValueInvalid,fieldPath=".b"
	Inner Inner `json:"inner,omitempty"`
	// Several has more than one.
	// +kubebuilder:validation:MaxLength=9
	// +kubebuilder:validation:XValidation:rule="self.startsWith('a')",message="starts with a",reason=FieldValueRequired
	// +kubebuilder:validation:XValidation:rule=`self.endsWith("z")`,message="ends with z",reason="FieldValueDuplicate"
	Several string `json:"several,omitempty"`
	// List is checked as a whole and one by one.
	// +kubebuilder:validation:MaxItems=10
	// +kubebuilder:validation:XValidation:rule="self.all(x, x.a > 0)",message="all above zero"
	List []Inner `json:"list,omitempty"`
	// Code has rules of its own and of its type.
	// +kubebuilder:validation:XValidation:rule="self.size() > 1",message="too short"
	Code Code `json:"code,omitempty"`
	// +kubebuilder:validation:MaxLength=9
	// +kubebuilder:validation:XValidation:rule="self.matches(\"^[a-z]\\\\d$\")",message="a letter, a digit"
	Escaped string `json:"escaped,omitempty"`
}

// Inner has two numbers.
// +kubebuilder:validation:XValidation:rule="self.a + self.b < 100",message="too much"
type Inner struct {
	A int32 `json:"a"`
	B int32 `json:"b"`
}

// Code is a word.
// +kubebuilder:validation:MaxLength=20
// +kubebuilder:validation:XValidation:rule="self != 'none'",message="not none"
type Code string
