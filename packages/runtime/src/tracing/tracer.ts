import { toError } from '../errors/to-error.js';

/** The attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A unit of traced work: the part of OpenTelemetry's `Span` that the runtime uses. */
export interface TraceSpan {
  /** Sets an attribute that was unknown when the span started. */
  setAttribute(key: string, value: string | number | boolean): unknown;
  /** Records an error. */
  recordException(exception: Error): void;
  /** Sets the result; code 2 means an error. */
  setStatus(status: { readonly code: number; readonly message?: string | undefined }): unknown;
  /** Identifies the span for child spans in other processes. */
  spanContext(): {
    readonly traceId: string;
    readonly spanId: string;
    readonly traceFlags: number;
  };
  /** Ends the span. */
  end(): void;
}

/**
 * Creates spans: the part of OpenTelemetry's `Tracer` that the runtime uses. Pass
 * `trace.getTracer('my-operator')` of `@opentelemetry/api`, which this package does not load.
 */
export interface Tracer {
  /** Calls `work` with a new span, which becomes the parent of spans that start in it. */
  startActiveSpan<R>(
    name: string,
    options: { readonly kind?: number; readonly attributes?: SpanAttributes },
    work: (span: TraceSpan) => R,
  ): R;
}

/** OpenTelemetry's span kind of a client request. */
export const SPAN_CLIENT = 2;

/** OpenTelemetry's status code of an error. */
const SPAN_ERROR = 2;

/**
 * A span whose methods never throw: data that cannot be recorded is lost, so that the traced work
 * continues.
 */
export class SafeSpan {
  readonly #span: TraceSpan | undefined;

  constructor(span: TraceSpan | undefined) {
    this.#span = span;
  }

  setAttribute(key: string, value: string | number | boolean): void {
    attempt(() => this.#span?.setAttribute(key, value));
  }

  /** Marks the span as failed, and records the error if there is one. */
  setFailed(error?: unknown): void {
    const exception = error === undefined ? undefined : toError(error);
    attempt(() => {
      if (exception !== undefined) this.#span?.recordException(exception);
      this.#span?.setStatus({ code: SPAN_ERROR, message: exception?.message });
    });
  }

  /** Undefined if there is no span. */
  context(): ReturnType<TraceSpan['spanContext']> | undefined {
    return attempt(() => this.#span?.spanContext());
  }

  end(): void {
    attempt(() => this.#span?.end());
  }
}

/**
 * Runs `work` in a new span, which ends with it and records its failure. Runs it without a span if
 * the tracer fails.
 */
export function inSpan<R>(
  tracer: Tracer,
  name: string,
  options: { readonly kind?: number; readonly attributes?: SpanAttributes },
  work: (span: SafeSpan) => Promise<R>,
): Promise<R> {
  let working: Promise<R> | undefined;
  attempt(() =>
    tracer.startActiveSpan(name, options, (span) => {
      working ??= workIn(new SafeSpan(span), work);
    }),
  );
  return working ?? workIn(new SafeSpan(undefined), work);
}

async function workIn<R>(span: SafeSpan, work: (span: SafeSpan) => Promise<R>): Promise<R> {
  try {
    return await work(span);
  } catch (error) {
    span.setFailed(error);
    throw error;
  } finally {
    span.end();
  }
}

function attempt<R>(action: () => R): R | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
