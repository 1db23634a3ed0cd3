import { onAbort } from './on-abort.js';

/** The promise's outcome, or the signal's reason as soon as it is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const stopListening = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(stopListening);
  });
}
