/** Package v1 has lists of every depth. */
// +groupName=lists.twins.dev
export {};
