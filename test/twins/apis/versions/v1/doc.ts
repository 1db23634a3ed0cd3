/** Package v1 is one of several versions. */
// +groupName=versions.twins.dev
export {};
