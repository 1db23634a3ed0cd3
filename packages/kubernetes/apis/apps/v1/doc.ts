/** Package v1 has the kinds of apps/v1. */
// +groupName=apps
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
