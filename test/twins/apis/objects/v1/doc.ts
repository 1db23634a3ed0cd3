/** Package v1 has the markers for code. */
// +groupName=objects.twins.dev
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package
// +kubebuilder:ac:generate=true
export {};
