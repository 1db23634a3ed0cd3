package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Text is the kind.
type Text struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TextSpec `json:"spec"`
}

// TextSpec is what is wanted.
type TextSpec struct {
	// Short is bounded.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	Short string `json:"short"`
	// Host is a DNS name.
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Host string `json:"host"`
	// Quoted has its pattern in quotes.
	// +kubebuilder:validation:Pattern="^\\d+$"
	Quoted string `json:"quoted,omitempty"`
	// Bare has its pattern without quotes.
	// +kubebuilder:validation:Pattern=^[a-z]+$
	Bare string `json:"bare,omitempty"`
	// Colon is written as some do.
	// +kubebuilder:validation:Pattern:=`^a:b$`
	Colon string `json:"colon,omitempty"`
	// Address is an IPv4 address.
	// +kubebuilder:validation:Format=ipv4
	Address string `json:"address,omitempty"`
	// +kubebuilder:validation:Format=date
	Day string `json:"day,omitempty"`
	// +kubebuilder:validation:Format="password"
	Secret string `json:"secret,omitempty"`
	// Data is base64 on the wire.
	// +kubebuilder:validation:MaxLength=1024
	Data []byte `json:"data,omitempty"`
	// Typed is a string on the wire, whatever Go holds.
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=""
	Typed int32 `json:"typed,omitempty"`
	// Name has the rules of its type.
	Name Name `json:"name,omitempty"`
	// Names has them on its items.
	Names []Name `json:"names,omitempty"`
	// LongName says its own as well.
	// +kubebuilder:validation:MinLength=3
	LongName Name `json:"longName,omitempty"`
}

// Name is a label.
// +kubebuilder:validation:MaxLength=40
// +kubebuilder:validation:Pattern=`^[a-z]+$`
type Name string
