/**
 * Returns the SHA-256 of a text. Node's module is loaded with the first call, because its import takes
 * milliseconds at the start of a process.
 */
export function sha256(text: string, encoding: 'hex' | 'base64'): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest(encoding);
}
