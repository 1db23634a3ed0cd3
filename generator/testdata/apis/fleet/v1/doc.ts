// +groupName=fleet.example.com
export {};
