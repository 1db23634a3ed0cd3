import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';

/** In seconds, as in client-go: powers of ten from 10 ns. */
const BUCKETS: readonly number[] = [
  1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000,
];

const LABELS: readonly string[] = ['name', 'controller'];

/** The numbers of controller-runtime's priorities. */
const PRIORITIES = { normal: '0', low: '-100' } as const;

/** The numbers of queued keys by priority. */
type QueuedKeys = Readonly<Record<keyof typeof PRIORITIES, number>>;

/**
 * Measures one queue. The metrics have the names that kubebuilder's dashboards use
 * (controller-runtime: pkg/metrics/workqueue.go).
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
  readonly #endObservations: readonly (() => void)[];

  constructor(metrics: Metrics, name: string, clock: Clock, queued: () => QueuedKeys) {
    this.#clock = clock;
    this.#labels = { name, controller: name };
    const labels = LABELS;
    const buckets = BUCKETS;
    this.#adds = metrics.counter({
      name: 'workqueue_adds_total',
      help: 'Number of keys added to a queue, except keys that were queued already.',
      labels,
    });
    this.#retries = metrics.counter({
      name: 'workqueue_retries_total',
      help: 'Number of keys added with a rate limit, after failures.',
      labels,
    });
    this.#waited = metrics.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'Time in seconds that keys were queued before processing started.',
      labels,
      buckets,
    });
    this.#worked = metrics.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'Time in seconds that keys were processed.',
      labels,
      buckets,
    });
    // The series exist from the start, so that the first count is an increase.
    for (const counter of [this.#adds, this.#retries]) counter.add(this.#labels, 0);
    const endDepth = metrics.observe(
      {
        name: 'workqueue_depth',
        help: 'Number of queued keys by priority.',
        labels: [...labels, 'priority'],
      },
      (report) => {
        const { normal, low } = queued();
        report({ ...this.#labels, priority: PRIORITIES.normal }, normal);
        report({ ...this.#labels, priority: PRIORITIES.low }, low);
      },
    );
    this.#endObservations = [...this.#observeTimes(metrics), endDepth];
  }

  #observeTimes(metrics: Metrics): (() => void)[] {
    const gauges = [
      [
        'sum',
        'workqueue_unfinished_work_seconds',
        'Total time in seconds that the current keys have been processed. Grows if work is stuck.',
        () => this.#runningMs().reduce((sum, ms) => sum + ms, 0) / 1000,
      ],
      [
        'maximum',
        'workqueue_longest_running_processor_seconds',
        'Time in seconds that the longest-running key has been processed.',
        () => this.#runningMs().reduce((most, ms) => Math.max(most, ms), 0) / 1000,
      ],
      [
        'maximum',
        'vmgen_workqueue_oldest_key_seconds',
        'Time in seconds that the oldest queued key has been queued.',
        () => this.#longestQueuedMs() / 1000,
      ],
    ] as const;
    return gauges.map(([combine, name, help, read]) =>
      metrics.observe({ name, help, labels: LABELS, combine }, (report) =>
        report(this.#labels, read()),
      ),
    );
  }

  added(key: string): void {
    this.#addedAtMs.set(key, this.#clock.nowMs());
    this.#adds.add(this.#labels);
  }

  started(key: string): void {
    this.#startedAtMs.set(key, this.#clock.nowMs());
    this.#observeElapsed(this.#addedAtMs, key, this.#waited);
  }

  ended(key: string): void {
    this.#observeElapsed(this.#startedAtMs, key, this.#worked);
  }

  retried(): void {
    this.#retries.add(this.#labels);
  }

  /** Ends the observation of the gauges. */
  close(): void {
    for (const end of this.#endObservations) end();
  }

  #runningMs(): number[] {
    const nowMs = this.#clock.nowMs();
    return Array.from(this.#startedAtMs.values(), (startMs) => nowMs - startMs);
  }

  #longestQueuedMs(): number {
    // A Map iterates in the order of insertion.
    const [addedAtMs] = this.#addedAtMs.values();
    return addedAtMs === undefined ? 0 : this.#clock.nowMs() - addedAtMs;
  }

  #observeElapsed(sinceMs: Map<string, number>, key: string, histogram: MetricHistogram): void {
    const startMs = sinceMs.get(key);
    if (startMs === undefined) return;
    sinceMs.delete(key);
    histogram.observe(this.#labels, (this.#clock.nowMs() - startMs) / 1000);
  }
}
