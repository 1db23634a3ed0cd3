/** Package v1 has the kinds of node.k8s.io/v1. */
// +groupName=node.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
