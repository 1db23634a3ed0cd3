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
  setStatus(status: { readonly code: number; readonly message?: string | undefined }): unknown;
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

/** A span whose methods never throw: what cannot be told is lost, for what is traced must go on. */
export class SafeSpan {
  readonly #span: TraceSpan | undefined;

  constructor(span: TraceSpan | undefined) {
    this.#span = span;
  }

  setAttribute(key: string, value: string | number | boolean): void {
    attempt(() => this.#span?.setAttribute(key, value));
  }

  /** Says that the work of the span failed, and with what where an error says it. */
  setFailed(error?: unknown): void {
    const exception = error === undefined ? undefined : toError(error);
    attempt(() => {
      if (exception !== undefined) this.#span?.recordException(exception);
      this.#span?.setStatus({ code: SPAN_ERROR, message: exception?.message });
    });
  }

  /** Undefined where there is none. */
  context(): ReturnType<TraceSpan['spanContext']> | undefined {
    return attempt(() => this.#span?.spanContext());
  }

  end(): void {
    attempt(() => this.#span?.end());
  }
}

/**
 * Does `work` in a span of its own, which ends with it and tells of its failure; without one where the
 * tracer fails.
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

function attempt<R>(tell: () => R): R | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
