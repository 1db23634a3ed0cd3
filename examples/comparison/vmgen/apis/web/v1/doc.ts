/** Package v1 contains the kinds of web sites. */
// +groupName=web.example.com
export {};
