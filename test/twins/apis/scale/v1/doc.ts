/** Package v1 has the scale subresource. */
// +groupName=scale.twins.dev
export {};
