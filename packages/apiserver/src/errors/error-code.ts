/** The code of an error of Node, such as `ENOENT`; empty for other values. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
