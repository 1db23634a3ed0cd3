/** Package v1 is optional unless it says otherwise. */
// +groupName=optional.twins.dev
// +kubebuilder:validation:Optional
export {};
