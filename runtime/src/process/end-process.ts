import { checkNumber } from '../errors/check-number.js';

/** How to end a process. */
export interface EndProcessOptions {
  /**
   * How long what is left may take, such as log lines that are still being written. Milliseconds; 2,000
   * by default.
   */
  readonly graceMs?: number;
}

/**
 * Ends this process with an exit code: as soon as nothing is left to be done, and after `graceMs` in
 * any case. Without it, a server that listens, or work that ignores its signal after a lost lease,
 * keeps a process alive that does nothing. Call it last.
 *
 * @example
 * await runWorkers(queue, { workers: 2, reconcile, signal: createStopSignal() });
 * endProcess(0);
 */
export function endProcess(code: number, { graceMs = 2_000 }: EndProcessOptions = {}): void {
  process.exitCode = code;
  checkNumber('graceMs', graceMs, { min: 0 });
  setTimeout(() => process.exit(code), graceMs).unref();
}
