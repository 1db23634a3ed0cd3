import type { Transport } from '@vmgen/runtime';

/**
 * A transport that calls `fence` right before each request that changes something, so that a
 * process which lost its lease while it was paused finds out before it writes.
 */
export function fencedTransport(transport: Transport, fence: () => void): Transport {
  return {
    async request(request) {
      if (request.method !== 'GET') fence();
      return transport.request(request);
    },
  };
}
