/** Package v1 is the first stable version of the sample API. */
// +groupName=samplecrd.example.com
// +k8s:deepcopy-gen=package
export {};
