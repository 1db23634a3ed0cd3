/** Package v1 has the kinds of resource.k8s.io/v1. */
// +groupName=resource.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
