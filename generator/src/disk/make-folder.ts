import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one by one: Node's recursive mkdir (20.20) never ends where a
 * file system says that the folder above is not there although it is, as below /proc.
 *
 * @returns what was made, the upper ones first
 * @throws what the file system throws
 */
export function makeFolder(path: string): string[] {
  if (isFolder(path)) return [];
  const above = existsSync(dirname(path)) ? [] : makeFolder(dirname(path));
  try {
    mkdirSync(path);
    return [...above, path];
  } catch (error) {
    // Another run may have made it in the meantime.
    if (!isFolder(path)) throw error;
    return above;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
