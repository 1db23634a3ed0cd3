/** Package v1 has the kinds of the core group. */
// +groupName=
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
