// +groupName=comparison.example.com
export {};
