import { dirname } from 'node:path';

/** All folders that files stand in, the upper ones first, without `.`; paths are relative, with `/`. */
export function foldersOf(files: Iterable<{ readonly path: string }>): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}
