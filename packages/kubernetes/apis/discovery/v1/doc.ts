/** Package v1 has the kinds of discovery.k8s.io/v1. */
// +groupName=discovery.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
