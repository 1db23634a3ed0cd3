/** Package v1beta2 has the kinds of resource.k8s.io/v1beta2. */
// +groupName=resource.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
