/** The result of a read; undefined if the path or a parent does not exist as required. */
export function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = codeOf(error);
    if (isMissing(code) || code === 'EISDIR') return undefined;
    throw error;
  }
}

/** Whether a code of the file system states that a path, or a parent of it, does not exist. */
export const isMissing = (code: string | undefined): boolean =>
  code === 'ENOENT' || code === 'ENOTDIR';

/** The code of an error of the file system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
