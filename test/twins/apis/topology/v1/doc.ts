/** Package v1 says how lists, maps and structs are merged. */
// +groupName=topology.twins.dev
export {};
