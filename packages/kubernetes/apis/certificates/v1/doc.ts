/** Package v1 has the kinds of certificates.k8s.io/v1. */
// +groupName=certificates.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
