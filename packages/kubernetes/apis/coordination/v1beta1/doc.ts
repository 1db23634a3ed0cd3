/** Package v1beta1 has the kinds of coordination.k8s.io/v1beta1. */
// +groupName=coordination.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
