import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VmgenError } from '../errors/vmgen-error.js';
import type {
  HistogramOptions,
  MetricCounter,
  MetricGauge,
  MetricHistogram,
  MetricOptions,
  MetricReader,
  Metrics,
  ObservedOptions,
} from '../metrics/metrics.js';
import { collectProcessMetrics } from './process-metrics.js';

/**
 * A `Registry` of `prom-client`. The type names only what identifies it, so that programs compile
 * without the package.
 */
export interface PrometheusClientRegistry {
  /** Returns the metric with this name. */
  getSingleMetric(name: string): unknown;
  /** Resolves with all metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
}

/**
 * Adapts a `prom-client` registry to the runtime's metrics. `prom-client` is an optional peer
 * dependency, which only this entry point requires: `npm install prom-client@15`. Creating a metric
 * throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if the registry already has a metric of another type
 * under its name, and this function throws it if `register` is not a registry.
 *
 * @example
 * const register = new Registry();
 * const metrics = createPrometheusMetrics(register);
 * await using transport = createHttpTransport(await loadKubeConfig(), { metrics });
 * await using queue = createWorkQueue('virtualmachines', { metrics });
 * console.log(await register.metrics());
 */
export function createPrometheusMetrics(register: PrometheusClientRegistry): Metrics {
  if (isRegistry(register)) return new PrometheusMetrics(register);
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    'not a registry of prom-client; pass new Registry() of prom-client',
  );
}

/** The registry may belong to another copy of the package. */
function isRegistry(register: PrometheusClientRegistry): register is Registry {
  return 'registerMetric' in register && typeof register.registerMetric === 'function';
}

/** The metrics of a process, for programs that do not use `prom-client` themselves. */
export interface PrometheusRegistry {
  /** Pass this to the components of the runtime. */
  readonly metrics: Metrics;
  /** The content type of {@link text}. */
  readonly contentType: string;
  /** Resolves with all metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Options of {@link createPrometheusRegistry}. */
export interface PrometheusRegistryOptions {
  /**
   * Whether the registry has the metrics of the process and of Node (`process_*`, `nodejs_*`). Each such
   * registry samples the process until it ends. Defaults to true.
   */
  readonly processMetrics?: boolean;
}

/**
 * Creates a registry of its own.
 *
 * @example
 * const registry = createPrometheusRegistry();
 * await using queue = createWorkQueue('virtualmachines', { metrics: registry.metrics });
 * console.log(await registry.text());
 */
export function createPrometheusRegistry(
  options: PrometheusRegistryOptions = {},
): PrometheusRegistry {
  const { processMetrics = true } = options;
  const register = new Registry();
  if (processMetrics) collectProcessMetrics(register);
  return {
    metrics: createPrometheusMetrics(register),
    contentType: register.contentType,
    text: () => register.metrics(),
  };
}

class PrometheusMetrics implements Metrics {
  readonly #register: Registry;
  /** The readers of each metric that is read on collection. */
  readonly #readers = new Map<string, Set<MetricReader>>();

  constructor(register: Registry) {
    this.#register = register;
  }

  counter(options: MetricOptions): MetricCounter {
    const counter = this.#find(options, Counter) ?? new Counter(this.#configuration(options));
    return {
      add: (labels, value = 1) => counter.inc({ ...labels }, value),
      remove: (labels) => counter.remove({ ...labels }),
    };
  }

  gauge(options: MetricOptions): MetricGauge {
    const gauge = this.#find(options, Gauge) ?? new Gauge(this.#configuration(options));
    return {
      set: (labels, value) => gauge.set({ ...labels }, value),
      remove: (labels) => gauge.remove({ ...labels }),
    };
  }

  histogram(options: HistogramOptions): MetricHistogram {
    const { buckets } = options;
    const histogram =
      this.#find(options, Histogram) ??
      new Histogram({ ...this.#configuration(options), buckets: [...buckets] });
    return {
      observe: (labels, value) => histogram.observe({ ...labels }, value),
      remove: (labels) => histogram.remove({ ...labels }),
    };
  }

  observe(options: ObservedOptions, read: MetricReader): () => void {
    const readers = this.#readers.get(options.name) ?? this.#startReading(options);
    readers.add(read);
    return () => readers.delete(read);
  }

  #startReading(options: ObservedOptions): Set<MetricReader> {
    if (this.#register.getSingleMetric(options.name) !== undefined) throw nameTaken(options);
    const readers = new Set<MetricReader>();
    const { combine = 'sum' } = options;
    this.#readers.set(options.name, readers);
    const gauge: Gauge = new Gauge({
      ...this.#configuration(options),
      collect() {
        gauge.reset();
        const add: Parameters<MetricReader>[0] =
          combine === 'maximum'
            ? maximumIn(gauge, options.labels)
            : (labels, value) => gauge.inc({ ...labels }, value);
        for (const read of readers) read(add);
      },
    });
    return readers;
  }

  #configuration({ name, help, labels = [] }: MetricOptions) {
    return { name, help, labelNames: [...labels], registers: [this.#register] };
  }

  #find<M>(options: MetricOptions, type: new (...args: never[]) => M): M | undefined {
    const metric: unknown = this.#register.getSingleMetric(options.name);
    if (metric === undefined) return undefined;
    if (metric instanceof type && !this.#readers.has(options.name)) return metric;
    throw nameTaken(options);
  }
}

/** Returns a function that keeps the greatest value for equal labels. */
function maximumIn(gauge: Gauge, names: readonly string[] = []): Parameters<MetricReader>[0] {
  const greatest = new Map<string, number>();
  return (labels, value) => {
    const key = JSON.stringify(names.map((name) => labels[name]));
    if (value <= (greatest.get(key) ?? -Infinity)) return;
    greatest.set(key, value);
    gauge.set({ ...labels }, value);
  };
}

function nameTaken({ name }: MetricOptions): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the registry already has another metric named ${JSON.stringify(name)}; use a separate registry`,
  );
}
