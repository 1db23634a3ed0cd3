package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Grammar is the kind.
type Grammar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GrammarSpec `json:"spec"`
}

// GrammarSpec is what is wanted.
type GrammarSpec struct {
	// +kubebuilder:validation:MaxLength=9

	// Above has its marker a blank line above.
	Above string `json:"above"`
	// +kubebuilder:validation:MaxLength=9
	// Before has its marker before its text.
	Before string `json:"before,omitempty"`
	// Between has its marker
	// +kubebuilder:validation:MaxLength=9
	// between its lines.
	Between string `json:"between,omitempty"`
	//+kubebuilder:validation:MaxLength=9
	Tight string `json:"tight,omitempty"`
	// Escaped has Go's escapes.
	// +kubebuilder:default="\x41\u00e9\n\"\\"
	Escaped string `json:"escaped,omitempty"`
	// Raw has both quotes.
	// +kubebuilder:default=`it's "so"`
	Raw string `json:"raw,omitempty"`
	// Separated has separators in quotes.
	// +kubebuilder:validation:Enum="a;b";"c,d";"{e}"
	Separated string `json:"separated,omitempty"`
	// Nested is a list of lists.
	// +kubebuilder:default={{a,b},{c}}
	Nested [][]string `json:"nested,omitempty"`
	// Mixed has all in one.
	// +kubebuilder:default={name: "x y", count: 3, on: true, list: {a,b}, inner: {name: z}}
	Mixed Mixed `json:"mixed,omitempty"`
	// Spaced has spaces around.
	// +kubebuilder:validation:Enum= a ; b
	Spaced string `json:"spaced,omitempty"`
	// Quotes is a key in quotes.
	// +kubebuilder:default={"a b": "c", "d": "e"}
	Quotes map[string]string `json:"quotes,omitempty"`
	// Long has a rule that goes on, where it may.
	// +kubebuilder:validation:MaxLength=9
	// +kubebuilder:validation:XValidation:rule="self.startsWith('a') && self.endsWith('z')",message="from a to z",reason=FieldValueInvalid
	Long string `json:"long,omitempty"`
	// Prose is
	// +optional-tool: this marker is of another tool
	// around it.
	Prose string `json:"prose,omitempty"`
}

// Mixed has one of each.
type Mixed struct {
	Name  string   `json:"name,omitempty"`
	Count int32    `json:"count,omitempty"`
	On    bool     `json:"on,omitempty"`
	List  []string `json:"list,omitempty"`
	Inner *Inner   `json:"inner,omitempty"`
}

type Inner struct {
	Name string `json:"name"`
}
