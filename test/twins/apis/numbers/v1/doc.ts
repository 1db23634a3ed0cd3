/** Package v1 has every kind of number and every bound. */
// +groupName=numbers.twins.dev
export {};
