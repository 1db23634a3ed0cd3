// Package v1 is written as people do.
// +groupName=forms.twins.dev
package v1
