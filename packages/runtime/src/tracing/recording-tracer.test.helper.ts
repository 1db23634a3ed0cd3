import type { SpanAttributes, Tracer } from './tracer.js';

/** A span as a test recorded it. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: number | undefined;
  readonly attributes: Record<string, string | number | boolean>;
  readonly exceptions: string[];
  status?: number;
  isEnded: boolean;
}

/** A tracer that records its spans. */
export function recordingTracer(spans: RecordedSpan[]): Tracer {
  const begin = (
    name: string,
    options: { readonly kind?: number; readonly attributes?: SpanAttributes },
  ): RecordedSpan => {
    const span: RecordedSpan = {
      name,
      kind: options.kind,
      attributes: { ...options.attributes },
      exceptions: [],
      isEnded: false,
    };
    spans.push(span);
    return span;
  };
  return {
    startActiveSpan(name, options, work) {
      const span = begin(name, options);
      return work({
        setAttribute: (key, value) => (span.attributes[key] = value),
        recordException: (exception) => void span.exceptions.push(exception.message),
        setStatus: ({ code }) => (span.status = code),
        spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
        end: () => (span.isEnded = true),
      });
    },
  };
}
