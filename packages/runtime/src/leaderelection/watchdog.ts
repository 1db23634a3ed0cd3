/**
 * The code of the watchdog's thread: it sleeps until the time in the shared memory, and ends the
 * process if that time was not postponed. It is a text, so that it works in any bundle. A full pipe
 * must not keep the process alive: the message is written without blocking, or where that is not possible, by
 * another thread, for which the watchdog waits only briefly.
 */
const SOURCE = `
const due = new BigInt64Array(require('node:worker_threads').workerData);
for (;;) {
  const until = Atomics.load(due, 0);
  const restMs = Number(until - process.hrtime.bigint()) / 1e6;
  if (restMs <= 0) break;
  Atomics.wait(due, 0, until, restMs);
}
const line = 'vmgen: the lease expired and this process did not stop its work; ending it by SIGKILL\\n';
const fs = require('node:fs');
const { O_WRONLY, O_APPEND, O_NONBLOCK } = fs.constants;
try {
  fs.writeSync(fs.openSync('/proc/self/fd/2', O_WRONLY | O_APPEND | O_NONBLOCK), line);
} catch {
  fs.write(2, line, () => {});
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}
process.kill(process.pid, 'SIGKILL');
`;

/**
 * Ends this process by SIGKILL unless it is postponed repeatedly. It runs in a thread, so it also
 * works while the event loop is blocked and immediately after a stopped process is resumed. It does
 * not keep the process alive.
 */
export interface Watchdog {
  /** Sets the time at which the process is ended to `delayMs` milliseconds from now. */
  postpone(delayMs: number): void;
  /** Stops the watchdog. */
  close(): void;
}

/** Starts a watchdog that ends the process after `delayMs`; see {@link Watchdog.postpone}. */
export function startWatchdog(delayMs: number): Watchdog {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const due = new BigInt64Array(memory);
  const postpone = (ms: number): void => {
    const waitNs = BigInt(Math.round(ms * 1e6));
    // The only monotonic clock that all threads of a process share.
    Atomics.store(due, 0, process.hrtime.bigint() + waitNs);
    Atomics.notify(due, 0);
  };
  postpone(delayMs);
  const worker = new Worker(SOURCE, {
    eval: true,
    name: 'vmgen-watchdog',
    workerData: memory,
    // Modules that are preloaded into the process are not needed in this thread.
    execArgv: [],
    env: {},
  });
  worker.unref();
  return { postpone, close: () => void worker.terminate() };
}
