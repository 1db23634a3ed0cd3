// Package v1 says what each item of a list must be.
// +groupName=items.twins.dev
package v1
