import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The processor time of all threads of a process, in milliseconds. Of Linux. */
export function processorMs(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce((sum, thread) => {
    const [nanoseconds = '0'] = readFileSync(path.join(threads, thread, 'schedstat'), 'utf8').split(
      ' ',
    );
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
}

/** The resident memory of a process. */
export function memoryMiB(pid: number): number {
  const [, kibibytes] =
    /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
