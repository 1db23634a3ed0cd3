// Package v1 has fields that can be selected by.
// +groupName=selectable.twins.dev
package v1
