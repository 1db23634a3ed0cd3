// Package v1 has fields that may be null.
// +groupName=nullables.twins.dev
package v1
