package v1

// Reference points at another object.
// +structType=atomic
type Reference struct {
	// Name is its name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// Namespace is where it is.
	Namespace string `json:"namespace,omitempty"`
}

// Color is one of two.
// +kubebuilder:validation:Enum=red;green
type Color string
