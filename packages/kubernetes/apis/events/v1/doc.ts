/** Package v1 has the kinds of events.k8s.io/v1. */
// +groupName=events.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
