import { onAbort } from './on-abort.js';

/** What `promise` gives, or a rejection with the signal's reason where that comes first. */
export function unlessAborted<R>(promise: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
    promise.then(resolve, reject).finally(stopListening);
  });
}
