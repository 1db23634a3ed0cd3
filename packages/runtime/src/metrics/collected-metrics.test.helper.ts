import type {
  MetricCounter,
  MetricGauge,
  MetricHistogram,
  MetricLabels,
  MetricOptions,
  MetricReader,
  Metrics,
} from './metrics.js';

/** Metrics for tests, which collect samples by `NAME{LABEL=VALUE,...}`. */
export class CollectedMetrics implements Metrics {
  /**
   * The collected samples: the sum of a counter, the last value of a gauge, all values of a
   * histogram.
   */
  readonly samples: Record<string, number | number[]> = {};
  readonly #readers = new Set<{ readonly options: MetricOptions; readonly read: MetricReader }>();

  counter(options: MetricOptions): MetricCounter {
    return {
      add: (labels, value = 1) => {
        const before = this.samples[sample(options, labels)];
        this.samples[sample(options, labels)] = (typeof before === 'number' ? before : 0) + value;
      },
      remove: this.#removerOf(options),
    };
  }

  gauge(options: MetricOptions): MetricGauge {
    return {
      set: (labels, value) => void (this.samples[sample(options, labels)] = value),
      remove: this.#removerOf(options),
    };
  }

  histogram(options: MetricOptions): MetricHistogram {
    return {
      observe: (labels, value) => {
        const before = this.samples[sample(options, labels)];
        this.samples[sample(options, labels)] = [...(Array.isArray(before) ? before : []), value];
      },
      remove: this.#removerOf(options),
    };
  }

  #removerOf(options: MetricOptions): (labels: MetricLabels) => void {
    return (labels) => {
      Reflect.deleteProperty(this.samples, sample(options, labels));
    };
  }

  observe(options: MetricOptions, read: MetricReader): () => void {
    const reader = { options, read };
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** The values of metrics that are read on collection. */
  read(): Record<string, number> {
    const found: Record<string, number> = {};
    for (const { options, read } of this.#readers) {
      read((labels, value) => void (found[sample(options, labels)] = value));
    }
    return found;
  }
}

/** Throws if the labels of a sample differ from those of its metric, as a backend would. */
function sample({ name, labels: names = [] }: MetricOptions, labels: MetricLabels): string {
  const given = Object.keys(labels).sort();
  if (given.join() !== [...names].sort().join()) throw new Error(`${name}: labels ${given.join()}`);
  return `${name}{${given.map((label) => `${label}=${labels[label]}`).join(',')}}`;
}
