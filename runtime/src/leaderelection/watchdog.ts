/**
 * What the watchdog's thread runs: it sleeps until the time that stands in the shared memory, looks
 * whether it was put off meanwhile, and ends the process when it was not. As text, so that it is there
 * whatever file this module was bundled into. The line that it writes is handed to another thread and
 * waited for shortly: a full pipe must not keep the process alive.
 */
const SOURCE = `
const due = new BigInt64Array(require('node:worker_threads').workerData);
for (;;) {
  const until = Atomics.load(due, 0);
  const restMs = Number(until - process.hrtime.bigint()) / 1e6;
  if (restMs <= 0) break;
  Atomics.wait(due, 0, until, restMs);
}
const line = 'vmgen: the lease ran out and this process did not stop its work; it is ended by SIGKILL\\n';
require('node:fs').write(2, line, () => {});
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
process.kill(process.pid, 'SIGKILL');
`;

/**
 * Ends this process by SIGKILL unless it is put off again and again: a thread of its own sees to that,
 * which runs on when the event loop is blocked, and looks before anything else when a process that was
 * stopped is continued. Does not keep the process alive.
 */
export interface Watchdog {
  /** The process is ended in so many milliseconds from now, in place of when it was before. */
  putOff(delayMs: number): void;
  /** Nothing is ended any more. */
  close(): void;
}

/** Starts a watchdog; `delayMs` as {@link Watchdog.putOff} has it. */
export function startWatchdog(delayMs: number): Watchdog {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const due = new BigInt64Array(memory);
  const putOff = (ms: number): void => {
    const waitNs = BigInt(Math.round(ms * 1e6));
    // The one monotonic clock that all threads of a process share.
    Atomics.store(due, 0, process.hrtime.bigint() + waitNs);
    Atomics.notify(due, 0);
  };
  putOff(delayMs);
  const worker = new Worker(SOURCE, {
    eval: true,
    name: 'vmgen-watchdog',
    workerData: memory,
    // Nothing that was to be loaded into the process concerns this thread.
    execArgv: [],
    env: {},
  });
  worker.unref();
  return { putOff, close: () => void worker.terminate() };
}
