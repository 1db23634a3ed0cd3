/** The values of a metric's labels, by label name. */
export type MetricLabels = Readonly<Record<string, string>>;

/** The name and description of a metric. */
export interface MetricOptions {
  /** The name, such as `workqueue_depth`. */
  readonly name: string;
  /** A human-readable description, in one sentence. */
  readonly help: string;
  /** The label names. Each sample has a value for all of them. Defaults to none: samples pass `{}`. */
  readonly labels?: readonly string[];
}

/** Options of a number that is read on collection. */
export interface ObservedOptions extends MetricOptions {
  /**
   * How the values of several readers for equal labels become one: a `sum`, such as the sizes of several
   * caches of one kind, or their `maximum`, such as an age. Defaults to `sum`.
   */
  readonly combine?: 'sum' | 'maximum';
}

/** Options of a histogram. */
export interface HistogramOptions extends MetricOptions {
  /** The upper bounds of the buckets, in ascending order. */
  readonly buckets: readonly number[];
}

/** The series of a metric: one for each combination of label values that it has received. */
export interface MetricSeries {
  /**
   * Removes the series with these labels, such as those of an object that was deleted. A series that
   * does not exist is ignored. Otherwise, a series remains until the process ends.
   */
  remove(labels: MetricLabels): void;
}

/** A number that only increases. */
export interface MetricCounter extends MetricSeries {
  /** Adds `value`. Defaults to 1. */
  add(labels: MetricLabels, value?: number): void;
}

/** A number that can increase and decrease. */
export interface MetricGauge extends MetricSeries {
  /** Sets the current value. */
  set(labels: MetricLabels, value: number): void;
}

/** The distribution of values over buckets. */
export interface MetricHistogram extends MetricSeries {
  /** Adds a value. */
  observe(labels: MetricLabels, value: number): void;
}

/** Reports current values. It is called only when the metrics are collected. */
export type MetricReader = (report: (labels: MetricLabels, value: number) => void) => void;

/**
 * The destination of the runtime's metrics. `createPrometheusMetrics` of
 * `@vmgen/runtime/prometheus` implements it for Prometheus; implement it to use another backend. A
 * second call with the same name returns the same metric. Components that are created without a
 * `Metrics` measure nothing.
 */
export interface Metrics {
  /** A number that only increases; its name ends in `_total`. */
  counter(options: MetricOptions): MetricCounter;
  /** A number that is set. */
  gauge(options: MetricOptions): MetricGauge;
  /** A distribution of values, mostly durations in seconds. */
  histogram(options: HistogramOptions): MetricHistogram;
  /**
   * A number that is read on collection. Several readers may share a name, such as the queues of a
   * program; {@link ObservedOptions.combine} applies to their values for equal labels. Returns a function
   * that removes the reader.
   */
  observe(options: ObservedOptions, read: MetricReader): () => void;
}
