package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Default is the kind.
type Default struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DefaultSpec `json:"spec"`
}

// DefaultSpec is what is wanted.
type DefaultSpec struct {
	// Bare is a word.
	// +kubebuilder:default=nginx
	Bare string `json:"bare,omitempty"`
	// Quoted has a space and an escape.
	// +kubebuilder:default="a \"b\"\tc"
	Quoted string `json:"quoted,omitempty"`
	// Raw keeps its backslash.
	// +kubebuilder:default=`a\b`
	Raw string `json:"raw,omitempty"`
	// Empty is empty.
	// +kubebuilder:default=""
	Empty string `json:"empty,omitempty"`
	// Colon is written as some do.
	// +kubebuilder:default:=blue
	Colon string `json:"colon,omitempty"`
	// LooksLikeNumber is a string in quotes.
	// +kubebuilder:default="42"
	LooksLikeNumber string `json:"looksLikeNumber,omitempty"`
	// Image has a colon in it.
	// +kubebuilder:default="nginx:1.2"
	Image string `json:"image,omitempty"`
	// Hash starts with a digit.
	// +kubebuilder:default=087bdd
	Hash string `json:"hash,omitempty"`
	// Day is a date and no number.
	// +kubebuilder:default=2024-01-15
	Day string `json:"day,omitempty"`
	// Number is negative.
	// +kubebuilder:default=-3
	Number int32 `json:"number,omitempty"`
	// Ratio has a fraction.
	// +kubebuilder:default=0.5
	Ratio float64 `json:"ratio,omitempty"`
	// +kubebuilder:default=true
	On bool `json:"on,omitempty"`
	// +kubebuilder:default=false
	Off bool `json:"off,omitempty"`
	// List has two.
	// +kubebuilder:default={a,b}
	List []string `json:"list,omitempty"`
	// Single has one.
	// +kubebuilder:default={one}
	Single []string `json:"single,omitempty"`
	// None is empty, written as a map.
	// +kubebuilder:default={}
	None []string `json:"none,omitempty"`
	// +kubebuilder:default={1,2,3}
	Numbers []int32 `json:"numbers,omitempty"`
	// Map has two.
	// +kubebuilder:default={a: x, b: "y z"}
	Map map[string]string `json:"map,omitempty"`
	// Object is filled in.
	// +kubebuilder:default={mode: fast, limits: {cpu: 2, names: {a,b}}}
	Object Inner `json:"object,omitempty"`
	// EmptyObject lets the inner defaults in.
	// +kubebuilder:default={}
	EmptyObject Inner `json:"emptyObject,omitempty"`
	// Json is the other marker.
	// +default={"mode": "slow", "limits": {"cpu": 1}}
	Json Inner `json:"json,omitempty"`
	// +default="it's"
	JsonText string `json:"jsonText,omitempty"`
	// +default=[1,2]
	JsonList []int32 `json:"jsonList,omitempty"`
	// Both says two, and the longer name wins.
	// +default="short"
	// +kubebuilder:default=long
	Both string `json:"both,omitempty"`
	// Reference has no value that can be read.
	// +default=ref(example.com/pkg.Name)
	Reference string `json:"reference,omitempty"`
	// Needed is required and has a default.
	// +kubebuilder:default=there
	Needed string `json:"needed"`
	// Quantity is no number.
	// +kubebuilder:default="100Mi"
	Quantity resource.Quantity `json:"quantity,omitempty"`
	// +kubebuilder:default=100Mi
	BareQuantity resource.Quantity `json:"bareQuantity,omitempty"`
}

// Inner has a default of its own.
type Inner struct {
	// Mode is how.
	// +kubebuilder:default=normal
	Mode   string  `json:"mode,omitempty"`
	Limits *Limits `json:"limits,omitempty"`
}

type Limits struct {
	Cpu   int32    `json:"cpu,omitempty"`
	Names []string `json:"names,omitempty"`
}
