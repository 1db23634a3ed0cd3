/** Package v1 has the kinds of authorization.k8s.io/v1. */
// +groupName=authorization.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
