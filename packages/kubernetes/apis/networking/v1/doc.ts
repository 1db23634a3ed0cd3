/** Package v1 has the kinds of networking.k8s.io/v1. */
// +groupName=networking.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
