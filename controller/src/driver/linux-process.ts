import { readFile } from 'node:fs/promises';
import { hasCode } from './machine-error.js';

/** The unit of times in /proc, which Linux fixes at 100 Hz for programs (USER_HZ). */
const TICKS_PER_SECOND = 100;
/** The page size of x86-64. */
const PAGE_BYTES = 4_096;

/**
 * Identifies a process. A PID alone does not, because the kernel reuses it. The start time counts
 * from the boot, so the boot is part of the identity.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time in ticks since the boot, from /proc/PID/stat. */
  readonly startTicks: number;
  readonly bootId: string;
}

/** The resources that a process uses. */
export interface ProcessUsage {
  /** The CPU time since the start of the process, in seconds. */
  readonly cpuSeconds: number;
  /** The time since the start of the process, in seconds. */
  readonly ageSeconds: number;
  readonly residentBytes: number;
}

/** Returns the identity of a process, or undefined if no process has this PID. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const stat = await readStat(pid);
  if (stat === undefined) return undefined;
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return { pid, startTicks: stat.startTicks, bootId: bootId.trim() };
}

/** Returns whether the identified process still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const now = await identifyProcess(identity.pid);
  return now?.startTicks === identity.startTicks && now.bootId === identity.bootId;
}

/** Sends SIGKILL to the identified process, unless it has ended. */
export async function killProcess(identity: ProcessIdentity): Promise<void> {
  if (!(await isRunning(identity))) return;
  try {
    process.kill(identity.pid, 'SIGKILL');
  } catch (error) {
    // It has ended since the check.
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/** Returns the arguments of a process; none if it does not run. */
export async function argumentsOf(pid: number): Promise<string[]> {
  const text = await readOrUndefined(`/proc/${pid}/cmdline`);
  return text?.split('\0') ?? [];
}

/** Returns undefined if the process does not run. */
export async function processUsage(pid: number): Promise<ProcessUsage | undefined> {
  const stat = await readStat(pid);
  if (stat === undefined) return undefined;
  const [uptime = ''] = (await readFile('/proc/uptime', 'utf8')).split(' ');
  return {
    cpuSeconds: stat.cpuTicks / TICKS_PER_SECOND,
    ageSeconds: Number(uptime) - stat.startTicks / TICKS_PER_SECOND,
    residentBytes: stat.residentPages * PAGE_BYTES,
  };
}

interface Stat {
  readonly startTicks: number;
  readonly cpuTicks: number;
  readonly residentPages: number;
}

/** Reads /proc/PID/stat (proc(5)). A process that has ended and was not reaped does not count. */
async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readOrUndefined(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name of the program, in parentheses, may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const field = (number: number): number => Number(fields[number - 3]);
  return { startTicks: field(22), cpuTicks: field(14) + field(15), residentPages: field(24) };
}

/** Other errors, such as of a process without free descriptors, do not mean that the read process has ended. */
async function readOrUndefined(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // ESRCH, if the process ends during the read.
    if (hasCode(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}
