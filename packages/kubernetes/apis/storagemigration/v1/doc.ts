/** Package v1 has the kinds of storagemigration.k8s.io/v1. */
// +groupName=storagemigration.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
