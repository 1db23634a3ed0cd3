/**
 * The listeners of each signal. An entry is removed when the signal aborts or its last listener is
 * removed.
 */
const LISTENERS = new WeakMap<AbortSignal, AbortListeners>();

/**
 * Calls `listener` once when `signal` aborts, and returns a function that removes the listener. A
 * signal that has already aborted calls no listener, as with `addEventListener`, so callers check
 * it first.
 *
 * One signal stops a whole program, so ten thousand waits may listen to it at a time, and none of
 * them is a leak. But a signal scans all its listeners for each one that is added or removed, and
 * Node 20 warns at the eleventh. Therefore each signal gets a single listener, which calls all of
 * ours.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const listeners = LISTENERS.get(signal) ?? new AbortListeners(signal);
  return listeners.add(listener);
}

/** The single listener of a signal. */
class AbortListeners {
  readonly #signal: AbortSignal;
  readonly #listeners = new Set<{ readonly call: () => void }>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    LISTENERS.set(signal, this);
    // eslint-disable-next-line no-restricted-syntax -- the wrapper itself
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
        // As with the signal's own listeners: the others are still called, and the error is not
        // swallowed.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };

  #end(): void {
    LISTENERS.delete(this.#signal);
    this.#signal.removeEventListener('abort', this.#fire);
  }
}
