// Package v1alpha1 is one of several versions.
// +groupName=versions.twins.dev
package v1alpha1
