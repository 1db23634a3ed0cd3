import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import type { NoText } from './decode-text.js';
import { digestOf } from './digest.js';
import { kindOf, readEntry } from './entry.js';
import { orMissing } from './file-error.js';
import { readBytesOf, SourceDisk, type FolderEntry, type RawDisk } from './source-disk.js';

/**
 * The observed paths. For sources: `text:PATH`, `list:PATH`, `folder:PATH` and `real:PATH`, which follow
 * links. For output: `file:PATH` and `kind:PATH`, which do not.
 */
export type Question = `${'text' | 'list' | 'folder' | 'real' | 'file' | 'kind'}:${string}`;

/** The digest of the result; '' if the path did not exist. */
type Observations = ReadonlyMap<Question, string>;

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
export class ObservedDisk extends SourceDisk {
  readonly #seen = new Map<Question, string>();
  #isSteady = true;

  constructor(raw = REAL_DISK) {
    super(raw);
  }

  get observations(): Observations {
    return this.#seen;
  }

  /** Whether no path was read twice with different results: the output then belongs to one state. */
  get isSteady(): boolean {
    return this.#isSteady;
  }

  override readText(path: string): string | undefined {
    const bytes = readBytesOf(this.raw, path);
    this.#note(`text:${path}`, digestOrNothing(bytes));
    return this.decode(path, bytes);
  }

  override list(path: string): FolderEntry[] | undefined {
    const entries = super.list(path);
    this.#note(`list:${path}`, entries ? digestOf(JSON.stringify(entries)) : '');
    return entries;
  }

  override hasFolder(path: string): boolean {
    const isThere = super.hasFolder(path);
    this.#note(`folder:${path}`, isThere ? 'folder' : '');
    return isThere;
  }

  override realPath(path: string): string {
    const real = super.realPath(path);
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

/** The reason counts as the content of what cannot be read: it is not the same as nothing. */
function digestOrNothing(bytes: Uint8Array | NoText | undefined): string {
  if (bytes === undefined) return '';
  return digestOf(bytes instanceof Uint8Array ? bytes : bytes.what);
}

/**
 * Opening a pipe blocks until its other end is open, and opening a device may have effects: only their type
 * is read.
 */
function readRegular(path: string): Uint8Array {
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
  if (question.startsWith('text:')) return digestOrNothing(readBytesOf(REAL_DISK, path));
  if (question.startsWith('list:')) disk.list(path);
  else if (question.startsWith('folder:')) disk.hasFolder(question.slice('folder:'.length));
  else if (question.startsWith('real:')) disk.realPath(path);
  return disk.observations.get(question);
}
