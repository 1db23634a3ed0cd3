/** Package v1 has enums of strings and numbers. */
// +groupName=enums.twins.dev
export {};
