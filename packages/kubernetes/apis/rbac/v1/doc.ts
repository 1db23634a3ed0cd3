/** Package v1 has the kinds of rbac.authorization.k8s.io/v1. */
// +groupName=rbac.authorization.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
