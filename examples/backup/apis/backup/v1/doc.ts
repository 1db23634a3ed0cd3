/** Package v1 has backups that run by a schedule. */
// +groupName=backup.example.com
export {};
