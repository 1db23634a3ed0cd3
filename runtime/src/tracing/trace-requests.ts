import type { Interceptor } from '../transport/intercept-transport.js';
import { inSpan, SPAN_CLIENT, SPAN_ERROR, type Tracer, type TraceSpan } from './tracer.js';

/**
 * Gives each request a span, and tells the server of it (W3C trace context), so that its own spans
 * come under it. The span of a watch ends with the head of its answer, not with its last event.
 *
 * @example
 * const traced = interceptTransport(transport, [traceRequests(trace.getTracer('vm-controller'))]);
 */
export function traceRequests(tracer: Tracer): Interceptor {
  return (request, next) => {
    const [path = ''] = request.path.split('?', 1);
    const attributes = { 'http.request.method': request.method, 'url.path': path };
    return inSpan(tracer, request.method, { kind: SPAN_CLIENT, attributes }, async (span) => {
      const response = await next({
        ...request,
        headers: { ...request.headers, traceparent: traceparent(span) },
      });
      span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) {
        span.setAttribute('error.type', String(response.status));
        span.setStatus({ code: SPAN_ERROR });
      }
      return response;
    });
  };
}

function traceparent(span: TraceSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;
}
