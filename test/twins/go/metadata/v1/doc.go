// Package v1 has annotations and labels on its CRD.
// +groupName=metadata.twins.dev
package v1
