/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, with an error that names it. A
 * second one ends the process, which is Node's default. The signal does not keep the process alive.
 *
 * @example
 * const signal = createStopSignal();
 * await runWorkers(queue, { workers: 2, reconcile, logger, signal });
 */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM'] as const;
  const stop = (name: NodeJS.Signals): void => {
    for (const each of names) process.off(each, stop);
    controller.abort(new Error(`stopped by ${name}`));
  };
  for (const name of names) process.once(name, stop);
  return controller.signal;
}
