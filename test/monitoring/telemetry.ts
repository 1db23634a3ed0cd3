import { context, type Meter } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Metrics } from '@vmgen/runtime';

/** How long one request to the collector may take. */
const TIMEOUT_MS = 5_000;

/** Sends traces and metrics to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. */
export function startTelemetry(name: string, exportIntervalMillis = 30_000) {
  const resource = resourceFromAttributes({ 'service.name': name });
  // Without it, requests are no children of their reconcile.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const traces = new BasicTracerProvider({
    resource,
    spanProcessors: [
      // Spans above maxQueueSize are dropped.
      new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: TIMEOUT_MS }), {
        maxQueueSize: 2_048,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ timeoutMillis: TIMEOUT_MS }),
        exportIntervalMillis,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  });
  return {
    tracer: traces.getTracer(name),
    metrics: metricsOf(metrics.getMeter(name)),
    /** Sends what is left. */
    async stop(): Promise<void> {
      await Promise.allSettled([traces.shutdown(), metrics.shutdown()]);
    },
  };
}

/** The metrics of an operator as instruments of OpenTelemetry, whose series exist until the process ends. */
function metricsOf(meter: Meter): Metrics {
  const remove = (): void => {};
  return {
    counter({ name, help }) {
      const counter = meter.createCounter(name, { description: help });
      return { add: (labels, value = 1) => counter.add(value, labels), remove };
    },
    gauge({ name, help }) {
      const gauge = meter.createGauge(name, { description: help });
      return { set: (labels, value) => gauge.record(value, labels), remove };
    },
    histogram({ name, help, buckets }) {
      const advice = { explicitBucketBoundaries: [...buckets] };
      const histogram = meter.createHistogram(name, { description: help, advice });
      return { observe: (labels, value) => histogram.record(value, labels), remove };
    },
    observe({ name, help }, read) {
      const gauge = meter.createObservableGauge(name, { description: help });
      const report: Parameters<typeof gauge.addCallback>[0] = (result) =>
        read((labels, value) => result.observe(value, labels));
      gauge.addCallback(report);
      return () => gauge.removeCallback(report);
    },
  };
}
