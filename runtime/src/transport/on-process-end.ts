/** The signals that end a process by default and that Node does not report as an exit. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Marks the listeners of this module, including those of other copies of the package. */
const MARK = Symbol.for('@vmgen/runtime process end');

/**
 * Calls `end` when this process ends: at its exit, and at a signal that ends it. Node emits no
 * `exit` for the latter. Returns a function that stops listening.
 *
 * A listener disables the default action of a signal, so this one sends the signal again when no
 * listener is left. If the program itself listens to the signal, it determines the effect of the
 * signal, and `end` is called at the exit.
 */
export function onProcessEnd(end: () => void): () => void {
  const stop = (): void => {
    process.off('exit', end);
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  const onSignal = (name: NodeJS.Signals): void => {
    if (process.listeners(name).some((listener) => !(MARK in listener))) return;
    stop();
    end();
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  Object.defineProperty(onSignal, MARK, { value: true });
  process.once('exit', end);
  // Before the others: a listener that the program added by `once` is gone after its call.
  for (const name of SIGNALS) process.prependListener(name, onSignal);
  return stop;
}
