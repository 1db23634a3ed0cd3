import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../disk/file-error.js';
import { kindOf } from '../disk/entry.js';
import { makeFolder } from '../disk/make-folder.js';
import { unwritablePath } from '../disk/unusable-path.js';

/** The file that exists in the output while a run writes; it contains the PID and the host of the run. */
export const LOCK_FILE = '.vmgen-lock';

/** How long a run waits for the lock of another one, which holds it only while it writes. */
const WAIT_MS = 3_000;
const POLL_MS = 20;

/**
 * Runs a function that writes to the output, while no other run does. The lock of a process that has ended
 * is removed.
 *
 * @throws an Error with the lock and the fix, if another run holds it for 3 s
 */
export function withLock<T>(out: string, run: () => T): T {
  const path = join(out, LOCK_FILE);
  makeFolder(out);
  try {
    awaitLock(path);
  } catch (error) {
    throw unwritablePath(path, 'nothing was changed', error);
  }
  try {
    return run();
  } finally {
    removeLock(path);
  }
}

function awaitLock(path: string): void {
  for (const deadline = performance.now() + WAIT_MS; ; sleep(POLL_MS)) {
    const held = takeLock(path);
    if (held === undefined) return;
    if (performance.now() > deadline) throw new Error(heldText(held));
  }
}

/**
 * Takes a lock for as long as the process runs. The lock of a process that has ended is removed.
 *
 * @returns undefined, or the lock that another process holds, and that process
 */
export function holdLock(path: string): { readonly path: string; readonly by: string } | undefined {
  const held = takeLock(path);
  return held === undefined ? undefined : { path: held, by: describeHolder(held) };
}

/**
 * Only the holder of a second lock removes a lock that was left behind, and looks at it again before: it may be that of
 * a process that has removed it, and taken it, since. The second lock is taken as the first one.
 *
 * @returns undefined, or the lock that another process holds
 */
function takeLock(path: string): string | undefined {
  if (createLock(path)) return undefined;
  if (!isLeftBehind(path)) return path;
  const removal = `${path}-removal`;
  const held = takeLock(removal);
  if (held !== undefined) return held;
  try {
    if (isLeftBehind(path)) rmSync(path, { force: true });
  } finally {
    removeLock(removal);
  }
  return createLock(path) ? undefined : path;
}

/** Blocks the thread, as writing does. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A lock that cannot be removed is left to the next run. */
function removeLock(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The output itself is complete, or its error is already being thrown.
  }
}

/** Returns whether the lock was created; another run may have one. */
function createLock(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${hostname()}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    removeLock(path);
    throw error;
  }
}

function heldText(path: string): string {
  return `--out: ${path} is held by ${describeHolder(path)}, which writes to this folder; wait until it has ended, or remove the file if there is no such process`;
}

function describeHolder(path: string): string {
  const holder = holderOf(path);
  return holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
}

/** Whether the process that created a lock has ended. Processes of other hosts cannot be checked. */
function isLeftBehind(path: string): boolean {
  const holder = holderOf(path);
  if (holder?.host !== hostname()) return false;
  // In containers, a process ID is often reused; this process holds no lock yet.
  return holder.pid === process.pid || !isRunning(holder.pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** The process of a lock; undefined for a file that vmgen did not write, or that it cannot read. */
function holderOf(path: string): { readonly pid: number; readonly host: string } | undefined {
  if (kindOf(path) !== 'file') return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
  const found = /^([1-9]\d{0,9}) ([\w.-]{1,255})\n$/.exec(text);
  return found?.[2] === undefined ? undefined : { pid: Number(found[1]), host: found[2] };
}
