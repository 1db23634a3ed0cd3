/** Package v1 has the kinds of scheduling.k8s.io/v1. */
// +groupName=scheduling.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
