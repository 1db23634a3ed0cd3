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
} from './metrics.js';
