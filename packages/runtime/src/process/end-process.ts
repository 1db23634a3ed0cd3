import { checkNumber } from '../errors/check-number.js';

/** Options of {@link endProcess}. */
export interface EndProcessOptions {
  /**
   * How long remaining work may take, such as log lines that are still being written. In
   * milliseconds. Defaults to 2,000.
   */
  readonly graceMs?: number;
}

/**
 * Ends this process with an exit code as soon as no work remains, and after `graceMs` in any case.
 * Without it, a listening server, or work that ignores its signal after a lost lease, keeps an idle
 * process alive. Call it last.
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
