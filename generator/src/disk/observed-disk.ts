import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { decodeText, type NoText } from './decode-text.js';
import { kindOf, orMissing, readEntry } from './entry.js';
import { digestOf } from './digest.js';

/** One entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/**
 * The observed paths. For sources: `text:PATH`, `list:PATH`, `folder:PATH` and `real:PATH`, which follow
 * links. For output: `file:PATH` and `kind:PATH`, which do not.
 */
export type Question = `${'text' | 'list' | 'folder' | 'real' | 'file' | 'kind'}:${string}`;

/** The digest of the result; '' if the path did not exist. */
type Observations = ReadonlyMap<Question, string>;

/** Where files are read from. Everything is undefined where there is nothing at a path. */
export interface RawDisk {
  /** @throws an error with code ENOTREG for pipes, sockets and devices */
  readBytes(path: string): Buffer | undefined;
  /** In any order. */
  list(path: string): FolderEntry[] | undefined;
  /** The target of a path after resolving symbolic links. */
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
 * Reads files for a run, and records what it read, so that the next run can detect changes. Everything that
 * affects the output must be read through this class.
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

  /** Whether no path was read twice with different results: the output then belongs to one state. */
  get isSteady(): boolean {
    return this.#isSteady;
  }

  /** Files that do not contain text, by path. */
  get unreadable(): ReadonlyMap<string, NoText> {
    return this.#unreadable;
  }

  /**
   * The text of a file; undefined if it does not exist, and '' if it is not text.
   *
   * @throws an error of the file system, with code ENOTREG for pipes, sockets and devices
   */
  readText(path: string): string | undefined {
    const bytes = this.#raw.readBytes(path);
    this.#note(`text:${path}`, digestOrNothing(bytes));
    const text = bytes && decodeText(bytes);
    if (typeof text !== 'object') return text;
    this.#unreadable.set(path, text);
    return '';
  }

  /** The sorted names in a folder; undefined if it does not exist. */
  list(path: string): FolderEntry[] | undefined {
    const entries = this.#raw.list(path)?.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#note(`list:${path}`, entries ? digestOf(JSON.stringify(entries)) : '');
    return entries;
  }

  /** Whether a folder exists. */
  hasFolder(path: string): boolean {
    const isThere = this.#raw.list(path) !== undefined;
    this.#note(`folder:${path}`, isThere ? 'folder' : '');
    return isThere;
  }

  /** Resolves symbolic links; returns the path itself if the target does not exist. */
  realPath(path: string): string {
    const real = this.#raw.realPath(path) ?? path;
    this.#note(`real:${path}`, digestOf(real));
    return real;
  }

  /** The output was generated from the first result. */
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

/**
 * Opening a pipe blocks until its other end is open, and opening a device may have effects: only their type
 * is read.
 */
function readRegular(path: string): Buffer {
  const stat = statSync(path);
  if (!stat.isFile() && !stat.isDirectory() && path !== devNull) {
    const error = new Error(`${path} is not a regular file`);
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
  // The text of the error is not used.
  if (question.startsWith('text:')) return digestOrNothing(orMissing(() => readRegular(path)));
  if (question.startsWith('list:')) disk.list(path);
  else if (question.startsWith('folder:')) disk.hasFolder(question.slice('folder:'.length));
  else if (question.startsWith('real:')) disk.realPath(path);
  return disk.observations.get(question);
}
