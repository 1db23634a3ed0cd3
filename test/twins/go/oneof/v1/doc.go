// Package v1 has fields of which one may be set.
// +groupName=oneof.twins.dev
package v1
