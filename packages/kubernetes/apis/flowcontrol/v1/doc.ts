/** Package v1 has the kinds of flowcontrol.apiserver.k8s.io/v1. */
// +groupName=flowcontrol.apiserver.k8s.io
// +kubebuilder:skip
// +k8s:deepcopy-gen=false
export {};
