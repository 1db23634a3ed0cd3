// Package v1 takes types from other files and packages.
// +groupName=shared.twins.dev
package v1
