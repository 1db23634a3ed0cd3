export type {
  HistogramOptions,
  MetricCounter,
  MetricGauge,
  MetricHistogram,
  MetricLabels,
  MetricOptions,
  MetricReader,
  MetricSeries,
  Metrics,
  ObservedOptions,
} from './metrics.js';
