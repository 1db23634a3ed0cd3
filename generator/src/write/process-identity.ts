import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../disk/entry.js';

/** The process that holds a lock. */
export interface ProcessIdentity {
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
export function isAlive({ pid, started, machine: theirs }: ProcessIdentity): boolean | undefined {
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
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, started, machine, run } = JSON.parse(text) as Partial<ProcessIdentity>;
    const areTexts = [started, machine, run].every((value) => typeof value === 'string');
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || !areTexts) return undefined;
    return { pid, started, machine, run } as ProcessIdentity;
  } catch {
    return undefined;
  }
}
