import type { Interceptor } from '../transport/intercept-transport.js';
import { inSpan, SPAN_CLIENT, type SafeSpan, type Tracer } from './tracer.js';

/**
 * Creates a span for each request and sends its context to the server (W3C trace context), so that
 * the server's spans become children of it. The span of a watch ends with the response headers, not
 * with the last event.
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
        headers: { ...request.headers, ...traceparent(span) },
      });
      span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) {
        span.setAttribute('error.type', String(response.status));
        span.setFailed();
      }
      return response;
    });
  };
}

function traceparent(span: SafeSpan): Readonly<Record<string, string>> {
  const context = span.context();
  if (context === undefined) return {};
  const { traceId, spanId, traceFlags } = context;
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
  return { traceparent: `00-${traceId}-${spanId}-${flags}` };
}
