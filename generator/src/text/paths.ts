/** Paths of the disk that sources are read from. */
import { relative, sep } from 'node:path';

export { basename, dirname, join, resolve } from 'node:path';

/** Returns a path relative to a folder, with `/` on every system. Both are absolute. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
