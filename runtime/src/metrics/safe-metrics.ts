import type { Metrics } from './metrics.js';

/**
 * Returns metrics whose samples never throw: samples that `metrics` rejects are lost, so that the
 * measured work continues. Creating a metric may still throw, because that happens at the start.
 */
export function safeMetrics(metrics: Metrics): Metrics {
  return {
    counter(options) {
      const counter = metrics.counter(options);
      return { add: (labels, value) => attempt(() => counter.add(labels, value)) };
    },
    gauge(options) {
      const gauge = metrics.gauge(options);
      return { set: (labels, value) => attempt(() => gauge.set(labels, value)) };
    },
    histogram(options) {
      const histogram = metrics.histogram(options);
      return { observe: (labels, value) => attempt(() => histogram.observe(labels, value)) };
    },
    observe(options, read) {
      const endReading = metrics.observe(options, read);
      return () => attempt(endReading);
    },
  };
}

function attempt(record: () => void): void {
  try {
    record();
  } catch {
    // Measuring must not break the measured work.
  }
}
