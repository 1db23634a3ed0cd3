/** What listens to a signal, by the signal; gone with it, or with the last listener. */
const FANS = new WeakMap<AbortSignal, Fan>();

/**
 * Calls `listener` once when `signal` aborts, and returns what stops that. A signal that has aborted
 * already calls nobody: callers look at it first, as with its own listeners.
 *
 * One signal ends everything that a program runs: ten thousand waits listen to it at a time, and none
 * of them is a leak. But a signal walks through all of its listeners for each one that comes or goes,
 * and Node 20 warns of the eleventh; so it has a single one, which calls all of ours.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const fan = FANS.get(signal) ?? new Fan(signal);
  return fan.add(listener);
}

/** The one listener of a signal. */
class Fan {
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<{ readonly call: () => void }>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    FANS.set(signal, this);
    // eslint-disable-next-line no-restricted-syntax -- this is where it is wrapped
    signal.addEventListener('abort', this.#fire, { once: true });
  }

  add(call: () => void): () => void {
    const listener = { call };
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  }

  readonly #fire = (): void => {
    this.#end();
    for (const { call } of this.#listeners) {
      try {
        call();
      } catch (error) {
        // As from a listener of the signal's own: the others are called, and it is not swallowed.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };

  #end(): void {
    FANS.delete(this.#signal);
    this.#signal.removeEventListener('abort', this.#fire);
  }
}
