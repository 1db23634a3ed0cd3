/** Package v1 has titles and links to documents. */
// +groupName=titles.twins.dev
export {};
