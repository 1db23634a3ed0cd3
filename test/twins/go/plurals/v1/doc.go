// Package v1 has kinds whose plurals are odd.
// +groupName=plurals.twins.dev
package v1
