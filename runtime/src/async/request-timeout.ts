import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import type { Clock } from './clock.js';
import { onAbort } from './on-abort.js';

/**
 * Runs a request that must have ended after `timeoutMs`: its signal aborts then, and the promise
 * rejects even when the request takes no notice.
 */
export function withTimeout<R>(
  clock: Clock,
  timeoutMs: number,
  parent: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController();
  return new Promise<R>((resolve, reject) => {
    const abort = (reason: unknown): void => {
      controller.abort(reason);
      end();
      reject(reason);
    };
    const abortAsParent = (): void => abort(parent?.reason);
    const timer = clock.setTimer(timeoutMs, () =>
      abort(new TransportTimeoutError(`the request had no answer within ${timeoutMs} ms`)),
    );
    const end = (): void => {
      timer.cancel();
      stopListening();
    };
    const stopListening = onAbort(parent, abortAsParent);
    if (parent?.aborted) {
      abortAsParent();
      return;
    }
    // A request that throws is one that rejects.
    const answer = async (): Promise<R> => request(controller.signal);
    answer().then(resolve, reject).finally(end);
  });
}
