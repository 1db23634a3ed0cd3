/** Package v1 has examples of every kind of value. */
// +groupName=examples.twins.dev
export {};
