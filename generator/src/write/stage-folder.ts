import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf, kindOf, readEntry } from '../disk/entry.js';
import { makeFolder } from '../disk/make-folder.js';
import { unwritablePath } from '../disk/unusable-path.js';
import { isAlive, ownIdentity, parseIdentity, type ProcessIdentity } from './process-identity.js';

/** The folder in the output that a run prepares all in, and that only one run has at a time. */
export const STAGE_FOLDER = '.vmgen-stage';

/** What is done, and how to undo it. */
export const JOURNAL_FILE = 'journal.json';

/** A holder of which nobody can say whether it lives is taken for dead after so long without a sign. */
const SILENCE_MS = 60_000;

/** How long another run is waited for. */
const PATIENCE_MS = 20_000;

const RETRY_MS = 20;

/** The names that vmgen gives in the folder; what else stands there is not touched. */
const HOLDER = /^holder\.(\d{1,9})$/;
const SCRAP = /^(?:(?:new|old)\.\d+|journal\.json(?:\.tmp)?|claim\.[\w-]+)$/;

/** The folder, once it is this run's. */
interface Stage {
  readonly path: string;
  /** Gives the folder up; with the journal stays what it needs, for the next run to undo. */
  release(): void;
}

interface Holder {
  readonly number: number;
  readonly text: string;
  readonly identity: ProcessIdentity | undefined;
}

/**
 * Makes the stage of an output this run's, and waits while another run has it. A run that has it and is
 * dead is succeeded: holders are numbered, each number is given once (by a link, which is made whole
 * or not at all), and who took one looks again whether the one before is still the one it saw.
 *
 * @throws an Error that names the folder, when another run holds it for too long
 */
export async function takeStage(out: string): Promise<Stage> {
  const path = join(out, STAGE_FOLDER);
  const made = makeFolder(out);
  const text = JSON.stringify(ownIdentity());
  try {
    await hold(path, text);
  } catch (error) {
    removeFolders([path, ...made.reverse()]);
    throw unwritablePath(path, 'nothing was changed', error);
  }
  return { path, release: () => release(path, text, made) };
}

async function hold(path: string, text: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await setTimeout(RETRY_MS)) {
    makeStage(path);
    const holder = holderOf(path);
    if ((!holder || isGone(holder, path)) && claim(path, text, holder)) return;
    if (Date.now() > deadline) throw new Error(heldText(path, holder));
  }
}

/** Whether a run that was killed left an output half written; one that is at work is waited for. */
export async function isLeftUnfinished(out: string): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let looks = 0; kindOf(join(out, STAGE_FOLDER)) !== undefined; looks++) {
    // Between making the folder and taking it a run has no number yet.
    if ((looks > 9 && isAbandoned(out)) || Date.now() > deadline) return true;
    await setTimeout(RETRY_MS);
  }
  return false;
}

/** Whether the stage is there, and not that of a run at work. */
export function isAbandoned(out: string): boolean {
  const path = join(out, STAGE_FOLDER);
  if (kindOf(path) !== 'folder') return false;
  const holder = holderOf(path);
  return !holder || isGone(holder, path);
}

function makeStage(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const kind = kindOf(path);
    if (kind === undefined || kind === 'folder') return;
    const problem = kind === 'link' ? 'is a symbolic link' : 'is no folder';
    throw new Error(`--out: ${path} ${problem}; vmgen prepares its files there: move it away`);
  }
}

function heldText(path: string, holder: Holder | undefined): string {
  const pid = holder?.identity?.pid;
  const who = pid === undefined ? 'another vmgen' : `another vmgen (process ${pid})`;
  return `--out: ${path} is in the hands of ${who}; run again when that has ended, or remove the folder if there is none`;
}

/** The last of the holders; a number that cannot be read has one of whom nothing is known. */
function holderOf(path: string): Holder | undefined {
  const numbers = namesIn(path).flatMap((name) => HOLDER.exec(name)?.[1] ?? []);
  if (numbers.length === 0) return undefined;
  const number = Math.max(...numbers.map(Number));
  const text = holderText(path, number);
  return text === undefined ? holderOf(path) : { number, text, identity: parseIdentity(text) };
}

function holderText(path: string, number: number): string | undefined {
  const entry = readEntry(join(path, `holder.${number}`), ({ size }) => size < 10_000);
  return typeof entry === 'string' ? entry : entry?.toString();
}

function isGone({ identity }: Holder, path: string): boolean {
  const alive = identity && isAlive(identity);
  if (alive !== undefined) return !alive;
  // Every step of a run makes, moves or removes a file of the folder.
  const touched = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.abs(Date.now() - touched) > SILENCE_MS;
}

/** Takes the number after `holder`; false where somebody else was faster. */
function claim(path: string, text: string, holder: Holder | undefined): boolean {
  const number = (holder?.number ?? -1) + 1;
  const mine = join(path, `holder.${number}`);
  const draft = join(path, `claim.${parseIdentity(text)?.run}`);
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    linkOrCopy(draft, mine);
  } catch (error) {
    // Somebody has the number, or has cleared the folder.
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    removeFile(draft);
  }
  if (!holder || holderText(path, holder.number) === holder.text) return true;
  removeFile(mine);
  return false;
}

/** A second name for a file, or a copy where the file system has no such thing; never replaces. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error) ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Empties the stage of what vmgen put there, but for the holders. */
export function clearStage(path: string): void {
  const names = namesIn(path).filter((name) => SCRAP.test(name));
  for (const name of names) removeFile(join(path, name));
}

function release(path: string, text: string, madeFolders: readonly string[]): void {
  const isUndone = kindOf(join(path, JOURNAL_FILE)) === undefined;
  if (isUndone) clearStage(path);
  const holders = namesIn(path).filter((name) => HOLDER.test(name));
  const numbers = holders.map((name) => Number(name.slice('holder.'.length))).sort((a, b) => a - b);
  // Not of those who came after: from the first on that is not gone, all stay.
  const last = numbers.findIndex((number) => holderText(path, number) === text);
  for (const number of numbers.slice(0, last + 1)) removeFile(join(path, `holder.${number}`));
  if (isUndone) removeFolders([path, ...[...madeFolders].reverse()]);
}

/** Removes folders, the lower ones first, up to one that is needed. */
function removeFolders(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      rmdirSync(path);
    } catch {
      // Somebody waits in it, or it holds the output.
      return;
    }
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A folder that somebody gave the name of a file of ours.
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
