/** Why the disk refuses, by the code of the error. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the permission is missing',
  EPERM: 'the permission is missing',
  EROFS: 'the file system is read-only',
  EEXIST: 'a file stands there',
  ENOTDIR: 'a file stands in its way',
  EISDIR: 'it is a folder',
  ENOENT: 'the folder above it is not there and cannot be made',
  ENOSPC: 'the disk is full',
  ENOTREG: 'it is no file but a pipe, a socket or a device',
  ELOOP: 'its symbolic links lead in a circle',
};

/**
 * Runs what needs the path of an option.
 *
 * @throws an Error that names the option, the path, the reason and `remedy`
 */
export function withUsablePath<T>(option: string, path: string, remedy: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw unusablePath(option, path, remedy, error);
  }
}

/** What to throw for an error of the disk: one that tells people of the path; others stay. */
export function unusablePath(
  option: string,
  path: string,
  remedy: string,
  error: unknown,
): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  const text = error instanceof Error ? error.message : String(error);
  const reason = REASONS[code] ?? text;
  return new Error(`${option}: ${path} cannot be used: ${reason}; ${remedy}`, { cause: error });
}
