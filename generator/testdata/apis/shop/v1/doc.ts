/** The shop's stable API. */
// +groupName=shop.example.com
// +k8s:deepcopy-gen=package
export {};
