import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { digestOf } from './sealed-file.js';

/** One entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** What was asked of the disk: `text:PATH`, `list:PATH` or `real:PATH`. */
export type Question = `${'text' | 'list' | 'real'}:${string}`;

/** The digest of what the disk answered; '' where there was nothing. */
export type Observations = ReadonlyMap<Question, string>;

/**
 * The disk as a run reads it. It remembers what it gave out, so that the next run can tell whether it
 * would read the same. Everything that has a say in the output must be read through it.
 */
export class ObservedDisk {
  readonly #seen = new Map<Question, string>();

  get observations(): Observations {
    return this.#seen;
  }

  /**
   * The text of a file; undefined where there is none.
   *
   * @throws an error of the disk, with code ENOTREG for what may never end or be read but once
   */
  readText(path: string): string | undefined {
    const bytes = orMissing(() => readRegular(path));
    this.#seen.set(`text:${path}`, bytes === undefined ? '' : digestOf(bytes));
    return bytes?.toString('utf8');
  }

  /** What a folder holds, sorted by name; undefined where there is none. */
  list(path: string): FolderEntry[] | undefined {
    const entries = orMissing(() => readdirSync(path, { withFileTypes: true }))
      ?.map((entry) => {
        const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
        return { name: entry.name, kind } as const;
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#seen.set(`list:${path}`, entries ? digestOf(JSON.stringify(entries)) : '');
    return entries;
  }

  /** Where a path leads once symbolic links are followed; the path itself where it leads nowhere. */
  realPath(path: string): string {
    const real = orMissing(() => realpathSync(path)) ?? path;
    this.#seen.set(`real:${path}`, digestOf(real));
    return real;
  }

  /** Notes what a file holds from now on, since the run itself has written it. */
  wrote(path: string, text: string): void {
    this.#seen.set(`text:${path}`, digestOf(text));
  }

  /** Notes that the run itself has removed a file. */
  removed(path: string): void {
    this.#seen.set(`text:${path}`, '');
  }
}

/** Whether the disk still answers as it did then. */
export function answersAsBefore(before: Observations): boolean {
  const disk = new ObservedDisk();
  for (const [question, answer] of before) {
    const path = question.slice('text:'.length);
    if (question.startsWith('text:')) disk.readText(path);
    else if (question.startsWith('list:')) disk.list(path);
    else disk.realPath(path);
    if (disk.observations.get(question) !== answer) return false;
  }
  return true;
}

/** To open a pipe waits for its other end, and a device may do anything: only their type is looked at. */
function readRegular(path: string): Buffer {
  const stat = statSync(path);
  if (!stat.isFile() && !stat.isDirectory() && path !== devNull) {
    const error = new Error(`${path} is no regular file`);
    throw Object.assign(error, { code: 'ENOTREG', path });
  }
  return readFileSync(path);
}

/** What stands in the way counts as missing: a file for a folder, or a folder for a file. */
function orMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}
