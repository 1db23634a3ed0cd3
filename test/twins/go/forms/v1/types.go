package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Form is the kind.
// +kubebuilder:printcolumn:name="Two Words",type=string,JSONPath=".spec.a",description="with, a comma; and more"
// +kubebuilder:resource:path=forms,scope="Namespaced",shortName=fa;fb
type Form struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec FormSpec `json:"spec"`
}

// FormSpec is the desired state.
type FormSpec struct {
	// +kubebuilder:default:={"a":"b","c":"d"}
	A map[string]string `json:"a,omitempty"`
	// +kubebuilder:default={"a","b"}
	B []string `json:"b,omitempty"`
	// +kubebuilder:default:={{name: "a"},{name: "b", value: 2}}
	C []Pair `json:"c,omitempty"`
	// +kubebuilder:default={}
	D map[string]string `json:"d,omitempty"`
	// +kubebuilder:default={one: {two: {three: 3}}, empty: {}}
	E Deep `json:"e,omitempty"`
	// +kubebuilder:default=-1.5
	// +kubebuilder:validation:Minimum:=-2.5
	F float64 `json:"f,omitempty"`
	// +kubebuilder:default=9007199254740993
	G int64 `json:"g,omitempty"`
	// +kubebuilder:default="{}"
	H string `json:"h,omitempty"`
	// +kubebuilder:validation:Enum:="a";b;`c`
	// +kubebuilder:default:="a"
	I string `json:"i,omitempty"`
	// +kubebuilder:default={}
	J []int32 `json:"j,omitempty"`
	// +kubebuilder:default="true"
	K string `json:"k,omitempty"`
	// +kubebuilder:validation:MaxLength=5
	// +kubebuilder:default=`a,b;c`
	L string `json:"l,omitempty"`
	// +kubebuilder:default=a;b;c
	M []string `json:"m,omitempty"`
	// +kubebuilder:default={"a b",c}
	N []string `json:"n,omitempty"`
	// +kubebuilder:default={{1,2},{3}}
	O [][]int32 `json:"o,omitempty"`
	// +kubebuilder:default=a b c
	P string `json:"p,omitempty"`
	// +kubebuilder:example="http://x/?a=1&b=2"
	// +kubebuilder:default=http://x/y
	Q string `json:"q,omitempty"`
	// +kubebuilder:default={a: 1, b: "x", c: true, d: {1,2}}
	R map[string]apiextensionsv1.JSON `json:"r,omitempty"`
	// +kubebuilder:validation:Pattern=`^("a"|'b'|\\)$`
	S string `json:"s,omitempty"`
	// +kubebuilder:validation:MaxLength=20
	// +kubebuilder:validation:XValidation:rule="self.size() > 0 && self != \"a\"", message="no a, please; thanks"
	T string `json:"t,omitempty"`
	// +kubebuilder:validation:MaxLength=20
	// +kubebuilder:validation:XValidation:message=`m`,rule=`self != "b"`
	U string `json:"u,omitempty"`
}

type Pair struct {
	Name  string `json:"name"`
	Value int32  `json:"value,omitempty"`
}

type Deep struct {
	One   Deep1 `json:"one,omitempty"`
	Empty Deep1 `json:"empty,omitempty"`
}

type Deep1 struct {
	Two Deep2 `json:"two,omitempty"`
}

type Deep2 struct {
	Three int32 `json:"three,omitempty"`
}
