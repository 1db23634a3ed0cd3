/** Package v1 has text in every form. */
// +groupName=descriptions.twins.dev
export {};
