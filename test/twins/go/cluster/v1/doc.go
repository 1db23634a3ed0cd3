// Package v1 is cluster-wide.
// +groupName=cluster.twins.dev
package v1
