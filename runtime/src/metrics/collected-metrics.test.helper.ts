import type {
  MetricCounter,
  MetricGauge,
  MetricHistogram,
  MetricLabels,
  MetricOptions,
  MetricReader,
  Metrics,
} from './metrics.js';

/** Metrics that a test looks at: samples by `NAME{LABEL=VALUE,...}`. */
export class CollectedMetrics implements Metrics {
  /** What was told: the sum of a counter, the last value of a gauge, all values of a histogram. */
  readonly told: Record<string, number | number[]> = {};
  readonly #readers = new Set<{ readonly options: MetricOptions; readonly read: MetricReader }>();

  counter(options: MetricOptions): MetricCounter {
    return {
      add: (labels, value = 1) => {
        const before = this.told[sample(options, labels)];
        this.told[sample(options, labels)] = (typeof before === 'number' ? before : 0) + value;
      },
    };
  }

  gauge(options: MetricOptions): MetricGauge {
    return { set: (labels, value) => void (this.told[sample(options, labels)] = value) };
  }

  histogram(options: MetricOptions): MetricHistogram {
    return {
      observe: (labels, value) => {
        const before = this.told[sample(options, labels)];
        this.told[sample(options, labels)] = [...(Array.isArray(before) ? before : []), value];
      },
    };
  }

  observe(options: MetricOptions, read: MetricReader): () => void {
    const reader = { options, read };
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** What those say that are read. */
  read(): Record<string, number> {
    const found: Record<string, number> = {};
    for (const { options, read } of this.#readers) {
      read((labels, value) => void (found[sample(options, labels)] = value));
    }
    return found;
  }
}

/** Throws where a sample has other labels than its metric said: a backend would refuse it. */
function sample({ name, labels: names }: MetricOptions, labels: MetricLabels): string {
  const given = Object.keys(labels).sort();
  if (given.join() !== [...names].sort().join()) throw new Error(`${name}: labels ${given.join()}`);
  return `${name}{${given.map((label) => `${label}=${labels[label]}`).join(',')}}`;
}
