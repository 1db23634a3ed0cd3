import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';

/** Seconds, from 10 ns tenfold: as client-go's queues have it, whose work may take no time at all. */
const BUCKETS: readonly number[] = [
  1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000,
];

const LABELS: readonly string[] = ['name', 'controller'];

/**
 * Measures one queue, by the names that kubebuilder's dashboards read (controller-runtime:
 * pkg/metrics/workqueue.go). A queue without metrics has none and pays nothing.
 */
export class WorkQueueMeter {
  readonly #clock: Clock;
  readonly #labels: { readonly name: string; readonly controller: string };
  readonly #adds: MetricCounter;
  readonly #retries: MetricCounter;
  readonly #waited: MetricHistogram;
  readonly #worked: MetricHistogram;
  readonly #addedAtMs = new Map<string, number>();
  readonly #startedAtMs = new Map<string, number>();
  readonly #endReading: readonly (() => void)[];

  /** @param length how many keys wait now */
  constructor(metrics: Metrics, name: string, clock: Clock, length: () => number) {
    this.#clock = clock;
    this.#labels = { name, controller: name };
    const labels = LABELS;
    const buckets = BUCKETS;
    this.#adds = metrics.counter({
      name: 'workqueue_adds_total',
      help: 'Keys that were added to a queue and did not wait in it already.',
      labels,
    });
    this.#retries = metrics.counter({
      name: 'workqueue_retries_total',
      help: 'Keys that were added with a rate limit: their work had failed.',
      labels,
    });
    this.#waited = metrics.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'How long keys waited until they were handed out.',
      labels,
      buckets,
    });
    this.#worked = metrics.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long keys were worked on.',
      labels,
      buckets,
    });
    // The series exist from the start, so that the first count is seen as an increase.
    for (const counter of [this.#adds, this.#retries]) counter.add(this.#labels, 0);
    const gauges: readonly (readonly [name: string, help: string, read: () => number])[] = [
      ['workqueue_depth', 'How many keys wait.', length],
      [
        'workqueue_unfinished_work_seconds',
        'How long the keys that are worked on have been so, in total: grows where work is stuck.',
        () => this.#runningMs().reduce((sum, ms) => sum + ms, 0) / 1000,
      ],
      [
        'workqueue_longest_running_processor_seconds',
        'How long the key that is worked on longest has been so.',
        () => this.#runningMs().reduce((most, ms) => Math.max(most, ms), 0) / 1000,
      ],
    ];
    this.#endReading = gauges.map(([gauge, help, read]) =>
      metrics.observe({ name: gauge, help, labels }, (tell) => tell(this.#labels, read())),
    );
  }

  added(key: string): void {
    this.#addedAtMs.set(key, this.#clock.nowMs());
    this.#adds.add(this.#labels);
  }

  started(key: string): void {
    this.#startedAtMs.set(key, this.#clock.nowMs());
    this.#tellElapsed(this.#addedAtMs, key, this.#waited);
  }

  ended(key: string): void {
    this.#tellElapsed(this.#startedAtMs, key, this.#worked);
  }

  retried(): void {
    this.#retries.add(this.#labels);
  }

  /** The queue is closed: its gauges are read no more. */
  close(): void {
    for (const end of this.#endReading) end();
  }

  #runningMs(): number[] {
    const nowMs = this.#clock.nowMs();
    return Array.from(this.#startedAtMs.values(), (startMs) => nowMs - startMs);
  }

  #tellElapsed(sinceMs: Map<string, number>, key: string, histogram: MetricHistogram): void {
    const startMs = sinceMs.get(key);
    if (startMs === undefined) return;
    sinceMs.delete(key);
    histogram.observe(this.#labels, (this.#clock.nowMs() - startMs) / 1000);
  }
}
