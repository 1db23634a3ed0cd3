/** The values of a metric's labels, by their names. */
export type MetricLabels = Readonly<Record<string, string>>;

/** What a metric is called, and what it tells. */
export interface MetricOptions {
  /** As dashboards know it, such as `workqueue_depth`. */
  readonly name: string;
  /** One sentence for people. */
  readonly help: string;
  /** The names of its labels: each sample has a value for all of them. */
  readonly labels: readonly string[];
}

/** What a histogram is made of. */
export interface HistogramOptions extends MetricOptions {
  /** The upper bounds of its buckets, rising. */
  readonly buckets: readonly number[];
}

/** A number that only grows. */
export interface MetricCounter {
  /** Adds `value`, 1 when left out. */
  add(labels: MetricLabels, value?: number): void;
}

/** A number that goes up and down. */
export interface MetricGauge {
  /** Says what it is now. */
  set(labels: MetricLabels, value: number): void;
}

/** How often values fell where. */
export interface MetricHistogram {
  /** Counts a value. */
  observe(labels: MetricLabels, value: number): void;
}

/** Reads what is now: called when somebody looks at the metrics, and at no other time. */
export type MetricReader = (tell: (labels: MetricLabels, value: number) => void) => void;

/**
 * Where the runtime's metrics go: `createPrometheusMetrics` of `@vmgen/runtime/prometheus` serves
 * them; another backend takes an object of this shape. Asked for the same name again it gives the
 * same metric. Whatever is not given a `Metrics` measures nothing and pays nothing.
 */
export interface Metrics {
  /** A number that only grows; its name ends in `_total`. */
  counter(options: MetricOptions): MetricCounter;
  /** A number that is told. */
  gauge(options: MetricOptions): MetricGauge;
  /** Values by their size, mostly durations in seconds. */
  histogram(options: HistogramOptions): MetricHistogram;
  /**
   * A number that is read when somebody looks. Several readers may share a name, such as the queues of
   * a program. Returns what ends the reading.
   */
  observe(options: MetricOptions, read: MetricReader): () => void;
}
