import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** All files below a folder by their relative paths with `/`; none where it is not there. */
export async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  await walk(folder, '', found);
  return found.sort();
}

async function walk(root: string, below: string, found: string[]): Promise<void> {
  for (const entry of await entriesOf(join(root, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
      await walk(root, path, found);
    }
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
