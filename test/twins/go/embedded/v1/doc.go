// Package v1 holds other resources.
// +groupName=embedded.twins.dev
package v1
