/** Package v1alpha3 has the kinds of resource.k8s.io/v1alpha3. */
// +groupName=resource.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
