/** Package v1 has the kinds of apiregistration.k8s.io/v1. */
// +groupName=apiregistration.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
