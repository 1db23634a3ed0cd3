import { onAbort } from './on-abort.js';

/** What `promise` gives, or a rejection with the signal's reason where that comes first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const stopListening = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(stopListening);
  });
}
