import type { Metrics, MetricSeries } from './metrics.js';

/**
 * Returns metrics whose samples never throw: samples that `metrics` rejects are lost, so that the
 * measured work continues. Creating a metric may still throw, because that happens at the start.
 */
export function safeMetrics(metrics: Metrics): Metrics {
  return {
    counter(options) {
      const counter = metrics.counter(options);
      return {
        add: (labels, value) => attempt(() => counter.add(labels, value)),
        ...safeSeries(counter),
      };
    },
    gauge(options) {
      const gauge = metrics.gauge(options);
      return {
        set: (labels, value) => attempt(() => gauge.set(labels, value)),
        ...safeSeries(gauge),
      };
    },
    histogram(options) {
      const histogram = metrics.histogram(options);
      return {
        observe: (labels, value) => attempt(() => histogram.observe(labels, value)),
        ...safeSeries(histogram),
      };
    },
    observe(options, read) {
      const endReading = metrics.observe(options, read);
      return () => attempt(endReading);
    },
  };
}

function safeSeries(metric: MetricSeries): MetricSeries {
  return { remove: (labels) => attempt(() => metric.remove(labels)) };
}

function attempt(record: () => void): void {
  try {
    record();
  } catch {
    // Measuring must not break the measured work.
  }
}
