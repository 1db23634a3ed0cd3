/** Package v1 has fields that may not change. */
// +groupName=immutable.twins.dev
export {};
