// Package v1 has rules of CEL.
// +groupName=rules.twins.dev
package v1
