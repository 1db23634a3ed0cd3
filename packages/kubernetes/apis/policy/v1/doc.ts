/** Package v1 has the kinds of policy/v1. */
// +groupName=policy
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
