/** Package v1 has the kinds of authentication.k8s.io/v1. */
// +groupName=authentication.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
