/** Package v1 has maps of every kind of value. */
// +groupName=maps.twins.dev
export {};
