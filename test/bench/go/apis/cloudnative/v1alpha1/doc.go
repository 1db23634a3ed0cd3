// Package v1alpha1 is the API of apis/cloudnative/v1alpha1, as a Go author writes it.
//
// +k8s:deepcopy-gen=package
// +groupName=cloudnative.tw
package v1alpha1
