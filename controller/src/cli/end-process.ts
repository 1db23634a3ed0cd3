/**
 * Ends the process with `code`: when nothing is left to be done, and after `graceMs` in any case. Work
 * that takes no notice of its abort, as after a lost lease, must not live on.
 */
export function endProcess(code: number, graceMs: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(code), graceMs).unref();
}
