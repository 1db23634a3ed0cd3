import { relative, sep } from 'node:path';

/** Returns a path relative to a folder, with `/` on every system. Both are absolute. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
