/**
 * Returns the SHA-256 of a text. Node's module is loaded with the first call, because its import takes
 * milliseconds at the start of a process.
 */
export function sha256(text: string, encoding: 'hex' | 'base64'): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, encoding);
}
