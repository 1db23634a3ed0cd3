/** Package v1 is cluster-wide. */
// +groupName=cluster.twins.dev
export {};
