package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Described has a text
//
// of its own.
type Described struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DescribedSpec `json:"spec"`
}

// DescribedSpec is what is wanted.
type DescribedSpec struct {
	// Plain is one line.
	Plain string `json:"plain"`
	// Wrapped goes on
	// in a second line.
	Wrapped string `json:"wrapped,omitempty"`
	// Paragraphs has two.
	//
	// This is the second.
	Paragraphs string `json:"paragraphs,omitempty"`
	// Bullets has a list:
	//   - one
	//   - two: with a colon
	//
	// and goes on.
	Bullets string `json:"bullets,omitempty"`
	// Numbered has one too:
	//  1. first
	//  2. second
	Numbered string `json:"numbered,omitempty"`
	// Fenced has code:
	// ```yaml
	// a: 1
	// ---
	// TODO: kept
	// ```
	// and more.
	Fenced string `json:"fenced,omitempty"`
	// Tildes has code:
	// ~~~
	// --- kept
	// ~~~
	Tildes string `json:"tildes,omitempty"`
	// Cut ends here.
	// ---
	// This is for maintainers.
	Cut string `json:"cut,omitempty"`
	// Todo loses a line.
	// TODO: this one
	// And goes on.
	Todo string `json:"todo,omitempty"`
	// Quoted says "yes": it's `no` \ {{x}} ${y} #z & <b>.
	Quoted string `json:"quoted,omitempty"`
	// Unicode is é, 中, 🎉 and an em—dash.
	Unicode string `json:"unicode,omitempty"`
	// Umläüteläüteläüteläüteläüteläüteläüte
	Umlauts string `json:"umlauts,omitempty"`
	// 短い文。もう一つの長い文です、これは長い
	Foreign string `json:"foreign,omitempty"`
	// yes: "on" [a, b] {c: d} # no comment
	// - off
	Yaml string `json:"yaml,omitempty"`
	// Long has a hundred words. word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word.
	Long  string `json:"long,omitempty"`
	None  string `json:"none,omitempty"`
	Typed Typed  `json:"typed,omitempty"`
	// TypedList has a text, as has its item.
	TypedList []Typed `json:"typedList,omitempty"`
	Word      Word    `json:"word,omitempty"`
}

// Typed has the text of its type.
//
// With a second paragraph.
type Typed struct {
	// A is first.
	// TODO: not second.
	A string `json:"a"`
}

// Word is an alias with a text.
type Word string
