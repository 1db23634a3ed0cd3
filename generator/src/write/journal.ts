import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEntry } from '../disk/entry.js';
import { isOutputPath } from '../settings/output-path.js';
import { JOURNAL_FILE } from './stage-folder.js';

/** The plan of a run, which is written to disk before any of its changes. */
interface Journal {
  /** The folders that it makes, the upper ones first. */
  readonly folders: readonly string[];
  /** Step N moves `new.N` of the stage to its place and keeps the previous file as `old.N`. */
  readonly steps: readonly JournalStep[];
}

export interface JournalStep {
  readonly path: string;
  /** Of the text that is written; a step without one removes the file. */
  readonly digest?: string;
}

const FORMAT_VERSION = 1;
const LARGEST = 1 << 26;

/** Waits until the disk has the journal, and with it the names of all that was staged before. */
export function writeJournal(stage: string, { folders, steps }: Journal): void {
  const path = join(stage, JOURNAL_FILE);
  const text = JSON.stringify({ version: FORMAT_VERSION, folders, steps });
  writeFileSync(`${path}.tmp`, text, { flag: 'wx', flush: true });
  renameSync(`${path}.tmp`, path);
  flushFolder(stage);
}

/** The changes have become final. */
export function removeJournal(stage: string): void {
  rmSync(join(stage, JOURNAL_FILE), { force: true });
}

/**
 * Reads the journal of a stage; undefined if it does not exist.
 *
 * @throws an Error with the path of a journal that vmgen did not write
 */
export function readJournal(stage: string): Journal | undefined {
  const path = join(stage, JOURNAL_FILE);
  const entry = readEntry(path, ({ size }) => size <= LARGEST);
  if (entry === undefined) return undefined;
  const journal = typeof entry === 'string' ? undefined : parseJournal(entry.toString());
  if (journal) return journal;
  throw new Error(
    `--out: ${path} is not a journal of this version of vmgen; check the files beside it, and remove the folder`,
  );
}

function parseJournal(text: string): Journal | undefined {
  try {
    const { version, folders, steps } = JSON.parse(text) as Partial<Journal> & {
      version?: unknown;
    };
    if (version !== FORMAT_VERSION || !Array.isArray(folders) || !Array.isArray(steps)) return;
    const isGood = folders.every(isPath) && steps.every(isStep);
    return isGood ? { folders, steps } : undefined;
  } catch {
    return undefined;
  }
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && isOutputPath(value);

function isStep(value: unknown): value is JournalStep {
  if (typeof value !== 'object' || value === null || !('path' in value)) return false;
  return isPath(value.path) && (!('digest' in value) || typeof value.digest === 'string');
}

function flushFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
