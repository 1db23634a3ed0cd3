import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { codeOf, isMissing, orMissing } from './file-error.js';

/** The kind of an entry, without following links. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** Returns the kind of the entry at a path, without following links; undefined if it does not exist. */
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
 * Reads the bytes of the regular file at a path, or returns the kind of another entry: does not follow a link
 * at its end, and does not wait for a pipe. Undefined if the path does not exist.
 *
 * @param accepts whether to read the file; otherwise it counts as `other`
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
