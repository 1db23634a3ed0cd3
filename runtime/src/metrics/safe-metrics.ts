import type { Metrics } from './metrics.js';

/**
 * Metrics whose samples never throw: one that `metrics` cannot take is lost, for what is measured
 * must go on. That there is such a metric at all is asked for at a start, and fails there as it may.
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

function attempt(tell: () => void): void {
  try {
    tell();
  } catch {
    // A sample is not worth the work that it measures.
  }
}
