import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';

/** What stands at a path itself, no link followed. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** What stands at a path itself; undefined where nothing does. */
export function kindOf(path: string): EntryKind | undefined {
  const stat = orMissing(() => lstatSync(path, { throwIfNoEntry: false }));
  return stat && kindOfStat(stat);
}

function kindOfStat(stat: Stats): EntryKind {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  return stat.isSymbolicLink() ? 'link' : 'other';
}

/**
 * The bytes of the regular file at a path itself, or what else stands there: no link at its end is
 * followed, and no pipe waited for. Undefined where nothing is.
 *
 * @param accepts whether the file is to be read; one that is not counts as `other`
 */
export function readEntry(
  path: string,
  accepts: (stat: Stats) => boolean = () => true,
): Buffer | Exclude<EntryKind, 'file'> | undefined {
  const descriptor = open(path);
  if (typeof descriptor !== 'number') return descriptor;
  try {
    const stat = fstatSync(descriptor);
    const kind = kindOfStat(stat);
    if (kind !== 'file') return kind;
    return accepts(stat) ? readFileSync(descriptor) : 'other';
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number | 'link' | 'other' | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (isMissing(code)) return undefined;
    // A socket or a device without a driver.
    if (code === 'ENXIO' || code === 'ENODEV') return 'other';
    if (code === 'ELOOP' && kindOf(path) === 'link') return 'link';
    throw error;
  }
}

/** The answer of a read; undefined where nothing is, or something stands in the way. */
export function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = codeOf(error);
    if (isMissing(code) || code === 'EISDIR') return undefined;
    throw error;
  }
}

const isMissing = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** The code of an error of the file system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
