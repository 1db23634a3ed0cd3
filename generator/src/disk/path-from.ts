import { relative, sep } from 'node:path';

/** A path as a folder sees it, with `/` on every system. Both are absolute. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
