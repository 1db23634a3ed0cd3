// Package v1 has every bound of strings.
// +groupName=strings.twins.dev
package v1
