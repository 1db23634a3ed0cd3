/** Package v1 has the kinds of apiextensions.k8s.io/v1. */
// +groupName=apiextensions.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
