import { readdirSync, readFileSync } from 'node:fs';
import { digestOf } from './sealed-file.js';

/** One entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** What was read of the disk, by path: digests of texts and of lists of names; '' for what is not there. */
export interface Observations {
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * The disk as a run reads it. It remembers what it gave out, so that the next run can tell whether it
 * would read the same. Everything that has a say in the output must be read through it.
 */
export class ObservedDisk implements Observations {
  readonly files = new Map<string, string>();
  readonly folders = new Map<string, string>();

  /** The text of a file; undefined where there is none. */
  readText(path: string): string | undefined {
    const bytes = orMissing(() => readFileSync(path));
    this.files.set(path, bytes === undefined ? '' : digestOf(bytes));
    return bytes?.toString('utf8');
  }

  /** What a folder holds, sorted by name; undefined where there is none. */
  list(path: string): FolderEntry[] | undefined {
    const entries = orMissing(() => readdirSync(path, { withFileTypes: true }))
      ?.map(
        (entry) =>
          ({
            name: entry.name,
            kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
          }) as const,
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    this.folders.set(path, entries ? digestOf(JSON.stringify(entries)) : '');
    return entries;
  }

  /** Notes what a file holds from now on, since the run itself has written it. */
  wrote(path: string, text: string): void {
    this.files.set(path, digestOf(text));
  }

  /** Notes that the run itself has removed a file. */
  removed(path: string): void {
    this.files.set(path, '');
  }
}

/** Whether the disk still reads as it did then. */
export function readsAsBefore({ files, folders }: Observations): boolean {
  const now = new ObservedDisk();
  for (const [path, digest] of files) {
    now.readText(path);
    if (now.files.get(path) !== digest) return false;
  }
  for (const [path, digest] of folders) {
    now.list(path);
    if (now.folders.get(path) !== digest) return false;
  }
  return true;
}

function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
