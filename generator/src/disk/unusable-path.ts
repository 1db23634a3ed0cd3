import { codeOf } from './entry.js';

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
  EXDEV: 'it is on another file system than --out',
  EDQUOT: 'the quota of the disk is used up',
  ENAMETOOLONG: 'the name is too long',
  ENOTEMPTY: 'something else stands in the folder',
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
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new Error(`${option}: ${path} cannot be used: ${reason}; ${remedy}`, { cause: error });
}

/** What to throw for an error of the disk at a file of the output; other errors stay. */
export function unwritablePath(path: string, state: string, error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new Error(`--out: ${path} cannot be written: ${reason}; ${state}`, { cause: error });
}

/** Why the disk refused; undefined for an error that is not of the disk. */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  return REASONS[code] ?? error.message;
}
