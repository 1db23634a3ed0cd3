import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/**
 * Intercepts the requests of a client: it may change the request, return its own response, call
 * `next` more than once, read the response, or throw. It is also called for upgrades. If it does
 * not return the response of `next` to an upgrade, it must end the socket of that response.
 */
export type Interceptor = (
  request: TransportRequest,
  next: (request: TransportRequest) => Promise<TransportResponse>,
) => Promise<TransportResponse>;

/**
 * Creates a transport that passes requests through `interceptors` in order, and then to
 * `transport`. The caller remains responsible for closing `transport`.
 *
 * For checks before each attempt, use `beforeSend` of the request, because a transport may retry.
 *
 * @example
 * const timed = interceptTransport(transport, [
 *   async (request, next) => {
 *     const startMs = performance.now();
 *     const response = await next(request);
 *     logger.info('sent a request', { path: request.path, tookMs: performance.now() - startMs });
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
