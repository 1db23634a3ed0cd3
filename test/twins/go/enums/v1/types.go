package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Enum is the kind.
type Enum struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec EnumSpec `json:"spec"`
}

// EnumSpec is what is wanted.
type EnumSpec struct {
	// Policy is one of three.
	// +kubebuilder:validation:Enum=Always;IfNotPresent;Never
	Policy string `json:"policy"`
	// Literal is a union.
	// +kubebuilder:validation:Enum=tcp;udp
	Literal string `json:"literal"`
	// Phase has the values of its type.
	Phase Phase `json:"phase,omitempty"`
	// Phases are several.
	Phases []Phase `json:"phases,omitempty"`
	// ByPhase has the phase for its values.
	ByPhase map[string]Phase `json:"byPhase,omitempty"`
	// Level is a number.
	// +kubebuilder:validation:Enum=1;2;4
	Level int32 `json:"level,omitempty"`
	// Size is a number by name.
	Size Size `json:"size,omitempty"`
	// Braces has another form of list.
	// +kubebuilder:validation:Enum={small,large}
	Braces string `json:"braces,omitempty"`
	// Quoted has words that look like something else.
	// +kubebuilder:validation:Enum="true";"1";"no";""
	Quoted string `json:"quoted,omitempty"`
	// Zone is an enum whose values are constants.
	Zone Zone `json:"zone,omitempty"`
}

// Phase is the phase.
// +kubebuilder:validation:Enum=Pending;Running;Done
type Phase string

// Size is how large it is.
// +kubebuilder:validation:Enum=10;20
type Size int

// Zone is where it runs.
// +k8s:enum
type Zone string

const (
	ZoneEast Zone = "east"
	ZoneWest Zone = "west"
)
