import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/**
 * Stands between a client and its transport: may change the request, answer in the server's place, ask
 * more than once by `next`, look at the answer, or throw. It sees upgrades as well; who answers one in
 * another way than with what `next` gave ends the socket of that.
 */
export type Interceptor = (
  request: TransportRequest,
  next: (request: TransportRequest) => Promise<TransportResponse>,
) => Promise<TransportResponse>;

/**
 * A transport whose requests go through `interceptors`, the first one first, and then on by
 * `transport`. It owns nothing: whoever made `transport` closes it.
 *
 * What has to hold at the moment of each sending (a transport may send a request again) belongs in the
 * request's `beforeSend`.
 *
 * @example
 * const timed = interceptTransport(transport, [
 *   async (request, next) => {
 *     const startMs = performance.now();
 *     const response = await next(request);
 *     logger.info('asked', { path: request.path, tookMs: performance.now() - startMs });
 *     return response;
 *   },
 * ]);
 */
export function interceptTransport(
  transport: Transport,
  interceptors: readonly Interceptor[],
): Transport {
  const through = (send: Send): Send =>
    interceptors.reduceRight<Send>(
      (next, interceptor) => async (each) => interceptor(each, next),
      send,
    );
  const { freezeObjects } = transport;
  return {
    request: through((request) => transport.request(request)),
    ...(transport.upgrade !== undefined && { upgrade: through(transport.upgrade.bind(transport)) }),
    ...(freezeObjects !== undefined && { freezeObjects }),
  };
}

type Send = Parameters<Interceptor>[1];
