// Package v1 has defaults of every kind of value.
// +groupName=defaults.twins.dev
package v1
