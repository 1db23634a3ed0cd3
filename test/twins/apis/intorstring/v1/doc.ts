/** Package v1 has numbers that may be strings. */
// +groupName=intorstring.twins.dev
export {};
