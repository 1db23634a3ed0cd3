import type { HttpTransport, Transport } from '@vmgen/runtime';

/**
 * A transport that calls `fence` right before each sending of a request that changes something,
 * repetitions for a busy server included, so that a process which lost its lease while it was
 * paused or waited finds out before it writes.
 */
export function fencedTransport(
  transport: Pick<HttpTransport, 'request'>,
  fence: () => void,
): Transport {
  return {
    request: (request) => transport.request(request, request.method === 'GET' ? undefined : fence),
  };
}
