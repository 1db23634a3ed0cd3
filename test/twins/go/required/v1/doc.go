// Package v1 is required unless it says otherwise.
// +groupName=required.twins.dev
// +kubebuilder:validation:Required
package v1
