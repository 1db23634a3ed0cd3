/**
 * Package v1alpha1 is the first version of the API for virtual machines.
 */
// +groupName=cloudnative.tw
// +k8s:deepcopy-gen=package
export {};
