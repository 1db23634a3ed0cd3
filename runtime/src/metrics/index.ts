export type {
  HistogramOptions,
  MetricCounter,
  MetricGauge,
  MetricHistogram,
  MetricLabels,
  MetricOptions,
  MetricReader,
  Metrics,
} from './metrics.js';
