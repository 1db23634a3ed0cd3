/** Package v1 has the kinds of autoscaling/v1. */
// +groupName=autoscaling
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
