/** Package v1 is written as people do. */
// +groupName=habits.twins.dev
export {};
