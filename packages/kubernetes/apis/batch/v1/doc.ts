/** Package v1 has the kinds of batch/v1. */
// +groupName=batch
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
