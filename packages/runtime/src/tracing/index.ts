export { traceRequests } from './trace-requests.js';
export type { SpanAttributes, Tracer, TraceSpan } from './tracer.js';
