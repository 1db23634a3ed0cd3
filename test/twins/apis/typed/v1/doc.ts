/** Package v1 has its markers on types instead of fields. */
// +groupName=typed.twins.dev
export {};
