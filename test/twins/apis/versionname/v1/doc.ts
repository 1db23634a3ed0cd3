/** Package v1 has another version than its folder. */
// +groupName=versionname.twins.dev
// +versionName=v1beta2
export {};
