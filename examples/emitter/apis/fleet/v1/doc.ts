/** Package v1 contains ships and their harbours. */
// +groupName=fleet.example.com
export {};
