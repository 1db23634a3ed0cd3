import { interceptTransport, type Transport } from '@vmgen/runtime';

/**
 * Creates a transport that calls `fence` directly before each attempt of a write, including
 * retries. So a process that has lost its lease while it was paused or waiting does not write.
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
