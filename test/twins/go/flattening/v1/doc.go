// Package v1 builds structs of structs.
// +groupName=flattening.twins.dev
package v1
