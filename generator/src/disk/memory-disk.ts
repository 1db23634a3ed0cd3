import { encodeUtf8 } from '@vmgen/base/bytes';
import { basename, dirname, resolve } from '../text/paths.js';
import type { FolderEntry, RawDisk } from './source-disk.js';

/** Files in memory, by path; relative paths begin at `/` in a browser, and at the working folder in Node. */
export interface MemoryDisk extends RawDisk {
  /** Creates or replaces a file; its folders are created. */
  write(path: string, content: string | Uint8Array): void;
  /** Removes a file, and the folders that become empty. Does nothing if it does not exist. */
  remove(path: string): void;
}

/**
 * Creates a disk in memory.
 *
 * @param files the first files: `{ '/apis/web/v1/types.ts': TEXT }`
 */
export function createMemoryDisk(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): MemoryDisk {
  const disk = new FilesInMemory();
  for (const [path, content] of Object.entries(files)) disk.write(path, content);
  return disk;
}

class FilesInMemory implements MemoryDisk {
  readonly #files = new Map<string, Uint8Array>();
  /** The entries of each folder, by its path and by their names. */
  readonly #folders = new Map<string, Map<string, FolderEntry>>();

  write(path: string, content: string | Uint8Array): void {
    const file = resolve(path);
    this.#files.set(file, typeof content === 'string' ? encodeUtf8(content) : content);
    this.#enter(file, 'file');
  }

  remove(path: string): void {
    let at = resolve(path);
    if (!this.#files.delete(at)) return;
    do {
      this.#folders.delete(at);
      this.#folders.get(dirname(at))?.delete(basename(at));
      at = dirname(at);
    } while (this.#folders.get(at)?.size === 0);
  }

  readBytes(path: string): Uint8Array | undefined {
    return this.#files.get(resolve(path));
  }

  list(path: string): FolderEntry[] | undefined {
    const entries = this.#folders.get(resolve(path));
    return entries && [...entries.values()];
  }

  realPath(path: string): string | undefined {
    const real = resolve(path);
    return this.#files.has(real) || this.#folders.has(real) ? real : undefined;
  }

  #enter(path: string, kind: FolderEntry['kind']): void {
    const folder = dirname(path);
    if (folder === path) return;
    const entries = this.#folders.get(folder);
    if (entries === undefined) {
      this.#folders.set(folder, new Map([[basename(path), { name: basename(path), kind }]]));
      this.#enter(folder, 'folder');
    } else entries.set(basename(path), { name: basename(path), kind });
  }
}
