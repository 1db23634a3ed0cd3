import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeOf, kindOf, readEntry } from '../disk/entry.js';
import { makeFolder } from '../disk/make-folder.js';
import { unwritablePath } from '../disk/unusable-path.js';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** The folder in the output that a run prepares all in, and that only one run has at a time. */
export const STAGE_FOLDER = '.vmgen-stage';

/** A step and its inverse. */
export const JOURNAL_FILE = 'journal.json';

/** A holder of unknown state is treated as dead after this time without a sign of life. */
const SILENCE_MS = 60_000;

/** How long another run is waited for. */
const PATIENCE_MS = 20_000;

const RETRY_MS = 20;

/** The names that vmgen uses in the folder; other files are not touched. */
const HOLDER = /^holder\.(\d{1,9})$/;
const SCRAP = /^(?:(?:new|old)\.\d+|journal\.json(?:\.tmp)?|claim\.[\w-]+)$/;

/** The folder, once it is this run's. */
interface Stage {
  readonly path: string;
  /** Releases the folder; if there is a journal, keeps what the next run needs to revert it. */
  release(): void;
}

interface Holder {
  readonly number: number;
  readonly text: string;
  readonly identity: ProcessIdentity | undefined;
}

/**
 * Acquires the stage of an output for this run, and waits while another run holds it. A run takes over the
 * stage of a dead one: holders are numbered, each number is assigned once (by a link, which is created
 * atomically), and a run that acquires a number checks again that the previous holder is still the one that
 * it saw.
 *
 * @throws an Error with the folder, if another run holds it for too long
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
    // Between creating the folder and acquiring it, a run has no number.
    if ((looks > 9 && isAbandoned(out)) || Date.now() > deadline) return true;
    await setTimeout(RETRY_MS);
  }
  return false;
}

/** Whether the stage exists and is not held by a running process. */
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
    const problem = kind === 'link' ? 'is a symbolic link' : 'is not a folder';
    throw new Error(`--out: ${path} ${problem}; vmgen prepares its files there: move it away`);
  }
}

function heldText(path: string, holder: Holder | undefined): string {
  const pid = holder?.identity?.pid;
  const who = pid === undefined ? 'another vmgen process' : `another vmgen process (PID ${pid})`;
  return `--out: ${path} is locked by ${who}; wait until that run has ended, or remove the folder if there is no such process`;
}

/** The last of the holders; a number that cannot be read has an unknown holder. */
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

/** Acquires the number after `holder`; returns false if another process was faster. */
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

/**
 * Creates a second name for a file, or a copy if the file system does not support links; never replaces a
 * file.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error) ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Removes all files of vmgen from the stage, except for the holders. */
export function clearStage(path: string): void {
  const names = namesIn(path).filter((name) => SCRAP.test(name));
  for (const name of names) removeFile(join(path, name));
}

function release(path: string, text: string, madeFolders: readonly string[]): void {
  const isUndone = kindOf(join(path, JOURNAL_FILE)) === undefined;
  if (isUndone) clearStage(path);
  const holders = namesIn(path).filter((name) => HOLDER.test(name));
  const numbers = holders.map((name) => Number(name.slice('holder.'.length))).sort((a, b) => a - b);
  // Keeps later holders: from the first one that still exists, all remain.
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
      // A process is waiting in it, or it contains the output.
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

/** The process that holds a lock. */
interface ProcessIdentity {
  readonly pid: number;
  /** The start time of the process, as the system reports it; '' if it does not. */
  readonly started: string;
  /** Where the number of the process means this process: machine, its start, and the container. */
  readonly machine: string;
  /** No two runs have the same. */
  readonly run: string;
}

/** This process, for one run. */
export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { pid, started: stateOf(pid)?.started ?? '', machine: machine(), run: randomUUID() };
}

/** Whether a process is still running; undefined if this cannot be determined. */
function isAlive({ pid, started, machine: theirs }: ProcessIdentity): boolean | undefined {
  if (theirs !== machine()) return undefined;
  if (!isThere(pid)) return false;
  const state = stateOf(pid);
  if (!state || started === '') return undefined;
  // Another process may have got the number; one that has ended may still be listed.
  return state.started === started && !state.hasEnded;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** The status of a process on Linux; the name in parentheses may contain anything. */
function stateOf(pid: number): { started: string; hasEnded: boolean } | undefined {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  if (state === undefined || started === undefined) return undefined;
  return { started, hasEnded: state === 'Z' || state === 'X' };
}

function machine(): string {
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  const container = orEmpty(() => readlinkSync('/proc/self/ns/pid'));
  return `${hostname()} ${boot} ${container}`;
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Parses the text of {@link ownIdentity}; undefined for any other text. */
function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started, machine, run } = JSON.parse(text) as Partial<ProcessIdentity>;
    const areTexts = [started, machine, run].every((value) => typeof value === 'string');
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || !areTexts) return undefined;
    return { pid, started, machine, run } as ProcessIdentity;
  } catch {
    return undefined;
  }
}
