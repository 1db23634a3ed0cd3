import { interceptTransport, type Transport } from '@vmgen/runtime';

/** The right of this process to work on a key. */
export interface Claim {
  /** Sends requests. Writes reject when the claim is lost. */
  readonly transport: Transport;
  /** Aborts when the work must end; undefined if only the end of the controller ends it. */
  readonly signal: AbortSignal | undefined;
  /** Runs an effect if this process may work on the key, and rejects otherwise. */
  effect<R>(run: (signal: AbortSignal) => Promise<R> | R): Promise<R>;
  /** Must be called once, when the work has ended. */
  end(): void;
}

/** Creates a transport that calls `check` directly before each write is sent. */
export function guardWrites(transport: Transport, check: () => void): Transport {
  return interceptTransport(transport, [
    (request, next) => {
      if (request.method === 'GET') return next(request);
      const beforeSend = (): void => {
        request.beforeSend?.();
        check();
      };
      return next({ ...request, beforeSend });
    },
  ]);
}
