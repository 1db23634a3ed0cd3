// Package v1 writes its markers in every way.
// +groupName=grammar.twins.dev
package v1
