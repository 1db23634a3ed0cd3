/** Package v1 embeds types of built-in kinds. */
// +groupName=builtin.twins.dev
export {};
