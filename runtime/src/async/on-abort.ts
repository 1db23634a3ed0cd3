import { setMaxListeners } from 'node:events';

/**
 * Calls `listener` once when `signal` aborts, and returns what stops that. A signal that has aborted
 * already calls nobody: callers look at it first, as with its own listeners.
 *
 * One signal ends everything that a program runs: a hundred watches listen to it at a time, and none
 * of them is a leak. Node 20 warns of the eleventh; from 22 on no signal has such a bound.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
  // eslint-disable-next-line no-restricted-syntax -- this is where it is wrapped
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
