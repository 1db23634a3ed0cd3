/** Package v2 has the kinds of autoscaling/v2. */
// +groupName=autoscaling
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
