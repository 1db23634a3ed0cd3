import { join } from 'node:path';
import { ObservedDisk } from '../disk/observed-disk.js';

/** All files below a folder by their relative paths with `/`; none where it is not there. */
export function listFiles(folder: string, disk = new ObservedDisk()): string[] {
  const found: string[] = [];
  walk(folder, '', disk, found);
  return found.sort();
}

function walk(root: string, below: string, disk: ObservedDisk, found: string[]): void {
  for (const { name, kind } of disk.list(join(root, below)) ?? []) {
    const path = below === '' ? name : `${below}/${name}`;
    if (kind === 'file') found.push(path);
    else if (kind === 'folder' && name !== 'node_modules' && !name.startsWith('.')) {
      walk(root, path, disk, found);
    }
  }
}
