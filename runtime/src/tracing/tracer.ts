import { toError } from '../errors/to-error.js';

/** What a span says of its work. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that is traced: what the runtime uses of OpenTelemetry's `Span`. */
export interface TraceSpan {
  /** Says something that was not known when it began. */
  setAttribute(key: string, value: string | number | boolean): unknown;
  /** Tells what went wrong. */
  recordException(exception: Error): void;
  /** How it ended; 2 is an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Which span it is, for those that come after it elsewhere. */
  spanContext(): {
    readonly traceId: string;
    readonly spanId: string;
    readonly traceFlags: number;
  };
  /** The work has ended. */
  end(): void;
}

/**
 * Where spans begin: what the runtime uses of OpenTelemetry's `Tracer`, so that
 * `trace.getTracer('my-operator')` of `@opentelemetry/api` is one. This package does not load it.
 */
export interface Tracer {
  /** Calls `work` with a new span, which is the parent of those that begin in it. */
  startActiveSpan<R>(
    name: string,
    options: { readonly kind?: number; readonly attributes?: SpanAttributes },
    work: (span: TraceSpan) => R,
  ): R;
}

/** OpenTelemetry's number for the kind of span that a request is to its client. */
export const SPAN_CLIENT = 2;

/** OpenTelemetry's number for a status that is an error. */
export const SPAN_ERROR = 2;

/** Does `work` in a span of its own, which ends with it and tells of its failure. */
export function inSpan<R>(
  tracer: Tracer,
  name: string,
  options: { readonly kind?: number; readonly attributes?: SpanAttributes },
  work: (span: TraceSpan) => Promise<R>,
): Promise<R> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      tellFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Says that the work of a span failed. */
function tellFailure(span: TraceSpan, error: unknown): void {
  const exception = toError(error);
  span.recordException(exception);
  span.setStatus({ code: SPAN_ERROR, message: exception.message });
}
