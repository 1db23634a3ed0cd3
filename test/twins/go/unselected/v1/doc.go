// Package v1 has the scale subresource without a selector.
// +groupName=unselected.twins.dev
package v1
