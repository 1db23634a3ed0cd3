/** Ships and the harbours that they lie in. */
// +groupName=fleet.example.com
export {};
