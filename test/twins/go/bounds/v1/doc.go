// Package v1 narrows the bounds of its types.
// +groupName=bounds.twins.dev
package v1
