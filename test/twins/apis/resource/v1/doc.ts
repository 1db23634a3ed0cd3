/** Package v1 names its resource in every way. */
// +groupName=resource.twins.dev
export {};
