/** Package v1 has the kinds of storage.k8s.io/v1. */
// +groupName=storage.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
