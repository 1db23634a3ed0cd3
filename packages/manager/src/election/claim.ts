import type { Transport } from '@vmgen/runtime';
import type { TransportRequest } from '@vmgen/runtime/transport';

/** The right of this process to work on a key. */
export interface Claim {
  /** Throws when the claim is lost. Called directly before each write. */
  check(): void;
  /** Aborts when the work must end; undefined if only the end of the controller ends it. */
  readonly signal: AbortSignal | undefined;
  /** Runs an effect if this process may work on the key, and rejects otherwise. */
  effect<R>(run: (signal: AbortSignal) => Promise<R> | R): Promise<R>;
  /** Must be called once, when the work has ended. */
  end(): void;
}

/**
 * Creates a transport that calls `check` directly before each write, and before each upgrade, such as
 * the execution of a command in a pod.
 */
export function guardWrites(transport: Transport, check: () => void): Transport {
  const guard = (request: TransportRequest): TransportRequest => ({
    ...request,
    beforeSend: () => {
      // First, because the others count what is sent.
      check();
      request.beforeSend?.();
    },
  });
  const { freezeObjects } = transport;
  const upgrade = transport.upgrade?.bind(transport);
  return {
    request: (request) => transport.request(request.method === 'GET' ? request : guard(request)),
    ...(upgrade && { upgrade: (request) => upgrade(guard(request)) }),
    ...(freezeObjects !== undefined && { freezeObjects }),
  };
}
