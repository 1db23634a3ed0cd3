import { danglingLink } from './dangling-link.js';
import { codeOf } from './file-error.js';

/** The reasons for errors of the file system, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is a file',
  ENOTDIR: 'a parent of the path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'the parent folder does not exist and cannot be created',
  ENOSPC: 'the disk is full',
  ENOTREG: 'it is a pipe, a socket or a device, not a file',
  ELOOP: 'its symbolic links form a loop',
  EXDEV: 'it is on another file system than --out',
  EDQUOT: 'the quota of the disk is used up',
  ENAMETOOLONG: 'the name is too long',
  ENOTEMPTY: 'the folder is not empty',
};

/**
 * Runs a function that accesses the path of an option.
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

/**
 * Returns the error to throw for an error of the file system: one with the path. Returns other errors
 * unchanged.
 */
export function unusablePath(
  option: string,
  path: string,
  remedy: string,
  error: unknown,
): unknown {
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const what = (codeOf(error) === 'ELOOP' ? undefined : danglingLink(path)) ?? reason;
  return new Error(`${option}: ${path} cannot be used: ${what}; ${remedy}`, { cause: error });
}

/** Returns the error to throw for an error of the file system at an output file; other errors unchanged. */
export function unwritablePath(path: string, state: string, error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new Error(`--out: ${path} cannot be written: ${reason}; ${state}`, { cause: error });
}

/** The reason for an error of the file system; undefined for other errors. */
export function reasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  return REASONS[code] ?? error.message;
}
