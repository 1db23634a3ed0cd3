import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';

const DURATION_BUCKETS: readonly number[] = [0.01, 0.1, 1, 10, 60, 300, 600];
const ITEM_BUCKETS: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000];

/**
 * Counts the lists and watches of one kind. The metrics have the names of client-go's former
 * reflector metrics (tools/cache/reflector_metrics.go).
 */
export class ReflectorMeter {
  readonly #labels: { readonly name: string };
  readonly #clock: Clock;
  readonly #lists: Counted;
  readonly #watches: Counted;
  readonly #shortWatches: MetricCounter;

  constructor(metrics: Metrics, name: string, clock: Clock) {
    this.#labels = { name };
    this.#clock = clock;
    this.#lists = count(metrics, 'list', 'lists');
    this.#watches = count(metrics, 'watch', 'watches');
    this.#shortWatches = metrics.counter({
      name: 'reflector_short_watches_total',
      help: 'Number of watches that ended within a second without an event.',
      labels: ['name'],
    });
    // The series exist from the start, so that the first count is seen as an increase.
    const counters = [this.#lists.total, this.#watches.total, this.#shortWatches];
    for (const counter of counters) counter.add(this.#labels, 0);
  }

  /**
   * Records the start of a list. Returns a function to call at its end with the number of objects.
   */
  listing(): (items: number) => void {
    return this.#begin(this.#lists);
  }

  /**
   * Records the start of a watch. Returns a function to call at its end with the number of events.
   */
  watching(): (events: number) => void {
    return this.#begin(this.#watches);
  }

  /** Records a watch that ended immediately without an event. */
  shortWatch(): void {
    this.#shortWatches.add(this.#labels);
  }

  #begin({ total, durations, items }: Counted): (count: number) => void {
    const startMs = this.#clock.nowMs();
    total.add(this.#labels);
    return (count) => {
      durations.observe(this.#labels, (this.#clock.nowMs() - startMs) / 1000);
      items.observe(this.#labels, count);
    };
  }
}

interface Counted {
  readonly total: MetricCounter;
  readonly durations: MetricHistogram;
  readonly items: MetricHistogram;
}

function count(metrics: Metrics, one: 'list' | 'watch', many: 'lists' | 'watches'): Counted {
  const labels = ['name'];
  return {
    total: metrics.counter({
      name: `reflector_${many}_total`,
      help: `Number of ${many} that a reflector started.`,
      labels,
    }),
    durations: metrics.histogram({
      name: `reflector_${one}_duration_seconds`,
      help: `Duration of the ${many} of a reflector, in seconds.`,
      labels,
      buckets: DURATION_BUCKETS,
    }),
    items: metrics.histogram({
      name: `reflector_items_per_${one}`,
      help: `Number of items per ${one} of a reflector.`,
      labels,
      buckets: ITEM_BUCKETS,
    }),
  };
}
