/** Package v1 is not looked at. */
// +groupName=skipped.twins.dev
// +kubebuilder:skip
export {};
