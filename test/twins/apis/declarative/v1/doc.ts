/** Package v1 has the markers of Kubernetes' own validation. */
// +groupName=declarative.twins.dev
export {};
