/** Package v1alpha1 has the kinds of lifecycle.k8s.io/v1alpha1. */
// +groupName=lifecycle.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
