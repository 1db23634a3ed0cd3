import { onAbort } from '@vmgen/runtime/async';

/** Resolves or rejects as `work` does, but rejects when the signal aborts first. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('the request was aborted'));
    };
    const forget = onAbort(signal, abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(forget);
  });
}
