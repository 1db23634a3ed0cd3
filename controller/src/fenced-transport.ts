import { interceptTransport, type Transport } from '@vmgen/runtime';

/**
 * A transport that calls `fence` right before each sending of a request that changes something,
 * repetitions for a busy server included, so that a process which lost its lease while it was
 * paused or waited finds out before it writes.
 */
export function fencedTransport(transport: Transport, fence: () => void): Transport {
  return interceptTransport(transport, [
    (request, next) => {
      if (request.method === 'GET') return next(request);
      const beforeSend = (): void => {
        request.beforeSend?.();
        fence();
      };
      return next({ ...request, beforeSend });
    },
  ]);
}
