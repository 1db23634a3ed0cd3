/** Package v1 is written with the type operators of TypeScript. */
// +groupName=mapped.twins.dev
export {};
