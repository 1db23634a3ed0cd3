import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents one by one: Node's recursive mkdir (20.20) never returns on file systems
 * that report an existing parent as missing, such as /proc.
 *
 * @returns the created folders, parents first
 * @throws errors of the file system
 */
export function makeFolder(path: string): string[] {
  if (isFolder(path)) return [];
  const above = existsSync(dirname(path)) ? [] : makeFolder(dirname(path));
  try {
    mkdirSync(path);
    return [...above, path];
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!isFolder(path)) throw error;
    return above;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
