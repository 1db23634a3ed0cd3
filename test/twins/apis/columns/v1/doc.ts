/** Package v1 has columns of every type. */
// +groupName=columns.twins.dev
export {};
