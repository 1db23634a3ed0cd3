package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type PolicySpec struct {
	A string `json:"a,omitempty"`
}

// Policy is a word.
type Policy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PolicySpec `json:"spec"`
}

type BusSpec struct {
	A string `json:"a,omitempty"`
}

// Bus is a word.
type Bus struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BusSpec `json:"spec"`
}

type MouseSpec struct {
	A string `json:"a,omitempty"`
}

// Mouse is a word.
type Mouse struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MouseSpec `json:"spec"`
}

type SeriesSpec struct {
	A string `json:"a,omitempty"`
}

// Series is a word.
type Series struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SeriesSpec `json:"spec"`
}

type GatewaySpec struct {
	A string `json:"a,omitempty"`
}

// Gateway is a word.
type Gateway struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GatewaySpec `json:"spec"`
}

type StatusSpec struct {
	A string `json:"a,omitempty"`
}

// Status is a word.
type Status struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec StatusSpec `json:"spec"`
}

type AnalysisSpec struct {
	A string `json:"a,omitempty"`
}

// Analysis is a word.
type Analysis struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AnalysisSpec `json:"spec"`
}

type LeafSpec struct {
	A string `json:"a,omitempty"`
}

// Leaf is a word.
type Leaf struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LeafSpec `json:"spec"`
}

type QuizSpec struct {
	A string `json:"a,omitempty"`
}

// Quiz is a word.
type Quiz struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec QuizSpec `json:"spec"`
}

type AtlasSpec struct {
	A string `json:"a,omitempty"`
}

// Atlas is a word.
type Atlas struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AtlasSpec `json:"spec"`
}

type BoxSpec struct {
	A string `json:"a,omitempty"`
}

// Box is a word.
type Box struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BoxSpec `json:"spec"`
}

type IndexSpec struct {
	A string `json:"a,omitempty"`
}

// Index is a word.
type Index struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec IndexSpec `json:"spec"`
}
