import { dirname, basename } from 'node:path';
import type { FolderEntry, RawDisk } from '../disk/source-disk.js';

/**
 * A disk with these files by their paths, which may be relative to the working folder.
 *
 * @param more folders that exist without files; defaults to none
 */
export function memoryDisk(
  files: Readonly<Record<string, string>>,
  more: Iterable<string> = [],
): RawDisk {
  const folders = new Map<string, Map<string, FolderEntry>>();
  const add = (path: string, kind: FolderEntry['kind']): void => {
    const folder = dirname(path);
    if (folder === path) return;
    const entries = folders.get(folder) ?? new Map<string, FolderEntry>();
    folders.set(folder, entries.set(basename(path), { name: basename(path), kind }));
    add(folder, 'folder');
  };
  for (const file of Object.keys(files)) add(file, 'file');
  for (const folder of more) {
    add(folder, 'folder');
    if (!folders.has(folder)) folders.set(folder, new Map());
  }
  return {
    readBytes: (path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      return text === undefined ? undefined : Buffer.from(text);
    },
    list: (path) => {
      const entries = folders.get(path);
      return entries && [...entries.values()];
    },
    realPath: (path) => path,
  };
}
