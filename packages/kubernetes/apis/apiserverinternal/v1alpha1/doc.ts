/** Package v1alpha1 has the kinds of internal.apiserver.k8s.io/v1alpha1. */
// +groupName=internal.apiserver.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
