/** Package v1 has the types of the API machinery. */
// +groupName=known.twins.dev
export {};
