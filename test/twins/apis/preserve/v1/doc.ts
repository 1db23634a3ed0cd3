/** Package v1 keeps fields that it does not know. */
// +groupName=preserve.twins.dev
export {};
