import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { decodeText, type NoText } from './decode-text.js';
import { kindOf, orMissing, readEntry } from './entry.js';
import { digestOf } from './sealed-file.js';

/** One entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * What was asked of the disk. Of sources: `text:PATH`, `list:PATH`, `folder:PATH` and `real:PATH`, which
 * follow links. Of the output: `file:PATH` and `kind:PATH`, which follow none.
 */
export type Question = `${'text' | 'list' | 'folder' | 'real' | 'file' | 'kind'}:${string}`;

/** What the disk answered, digested; '' where there was nothing. */
type Observations = ReadonlyMap<Question, string>;

/** Where files are read from. Everything is undefined where there is nothing at a path. */
export interface RawDisk {
  /** @throws an error with code ENOTREG for what may never end or be read but once */
  readBytes(path: string): Buffer | undefined;
  /** In any order. */
  list(path: string): FolderEntry[] | undefined;
  /** Where a path leads once symbolic links are followed. */
  realPath(path: string): string | undefined;
}

/** The disk of this machine, links followed. */
export const REAL_DISK: RawDisk = {
  readBytes: (path) => orMissing(() => readRegular(path)),
  list: (path) =>
    orMissing(() => readdirSync(path, { withFileTypes: true }))?.map((entry) => {
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
      return { name: entry.name, kind } as const;
    }),
  realPath: (path) => orMissing(() => realpathSync.native(path)),
};

/**
 * The disk as a run reads it. It remembers what it gave out, so that the next run can tell whether it
 * would read the same. Everything that has a say in the output must be read through it.
 */
export class ObservedDisk {
  readonly #seen = new Map<Question, string>();
  #isSteady = true;
  readonly #unreadable = new Map<string, NoText>();
  readonly #raw: RawDisk;

  constructor(raw = REAL_DISK) {
    this.#raw = raw;
  }

  get observations(): Observations {
    return this.#seen;
  }

  /** Whether nothing was asked twice with different answers: then what was made is of one state. */
  get isSteady(): boolean {
    return this.#isSteady;
  }

  /** Files that were read and hold no text, by path. */
  get unreadable(): ReadonlyMap<string, NoText> {
    return this.#unreadable;
  }

  /**
   * The text of a file; undefined where there is none, and '' for what is no text.
   *
   * @throws an error of the disk, with code ENOTREG for what may never end or be read but once
   */
  readText(path: string): string | undefined {
    const bytes = this.#raw.readBytes(path);
    this.#note(`text:${path}`, digestOrNothing(bytes));
    const text = bytes && decodeText(bytes);
    if (typeof text !== 'object') return text;
    this.#unreadable.set(path, text);
    return '';
  }

  /** What a folder holds, sorted by name; undefined where there is none. */
  list(path: string): FolderEntry[] | undefined {
    const entries = this.#raw.list(path)?.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#note(`list:${path}`, entries ? digestOf(JSON.stringify(entries)) : '');
    return entries;
  }

  /** Whether there is a folder, whatever it holds. */
  hasFolder(path: string): boolean {
    const isThere = this.#raw.list(path) !== undefined;
    this.#note(`folder:${path}`, isThere ? 'folder' : '');
    return isThere;
  }

  /** Where a path leads once symbolic links are followed; the path itself where it leads nowhere. */
  realPath(path: string): string {
    const real = this.#raw.realPath(path) ?? path;
    this.#note(`real:${path}`, digestOf(real));
    return real;
  }

  /** The first answer is the one that the output was made of. */
  #note(question: Question, answer: string): void {
    const before = this.#seen.get(question);
    if (before === undefined) this.#seen.set(question, answer);
    else if (before !== answer) this.#isSteady = false;
  }
}

/** Whether the disk still answers as it did then. */
export function answersAsBefore(before: Observations): boolean {
  const disk = new ObservedDisk();
  for (const [question, answer] of before) {
    if (answerTo(question, disk) !== answer) return false;
  }
  return true;
}

const digestOrNothing = (bytes: Buffer | undefined): string => (bytes ? digestOf(bytes) : '');

/** To open a pipe waits for its other end, and a device may do anything: only their type is looked at. */
function readRegular(path: string): Buffer {
  const stat = statSync(path);
  if (!stat.isFile() && !stat.isDirectory() && path !== devNull) {
    const error = new Error(`${path} is no regular file`);
    throw Object.assign(error, { code: 'ENOTREG', path });
  }
  return readFileSync(path);
}

function answerTo(question: Question, disk: ObservedDisk): string | undefined {
  const path = question.slice('text:'.length);
  if (question.startsWith('file:')) {
    const entry = readEntry(path);
    return entry === undefined ? '' : typeof entry === 'string' ? entry : digestOf(entry);
  }
  if (question.startsWith('kind:')) return kindOf(path) ?? '';
  // What the text says does not matter.
  if (question.startsWith('text:')) return digestOrNothing(orMissing(() => readRegular(path)));
  if (question.startsWith('list:')) disk.list(path);
  else if (question.startsWith('folder:')) disk.hasFolder(question.slice('folder:'.length));
  else if (question.startsWith('real:')) disk.realPath(path);
  return disk.observations.get(question);
}
