import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';

/** In seconds: as controller-runtime has them. */
const RECONCILE_BUCKETS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** How a reconcile ended. */
export type ReconcileOutcome = (typeof RESULTS)[number] | 'terminal';

/** The values of the label `result`. */
const RESULTS = ['success', 'requeue', 'requeue_after', 'error'] as const;

/**
 * Counts the reconciles of one controller, by the names that kubebuilder's dashboards read
 * (controller-runtime: pkg/internal/controller/metrics).
 */
export class WorkersMeter {
  readonly #controller: string;
  readonly #clock: Clock;
  readonly #total: MetricCounter;
  readonly #errors: MetricCounter;
  readonly #terminal: MetricCounter;
  readonly #seconds: MetricHistogram;
  readonly #endReading: () => void;
  #active = 0;

  constructor(metrics: Metrics, controller: string, workers: number, clock: Clock) {
    this.#controller = controller;
    this.#clock = clock;
    const labels = ['controller'];
    this.#total = metrics.counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Reconciles, by how they ended.',
      labels: ['controller', 'result'],
    });
    this.#errors = metrics.counter({
      name: 'controller_runtime_reconcile_errors_total',
      help: 'Reconciles that failed.',
      labels,
    });
    this.#terminal = metrics.counter({
      name: 'controller_runtime_terminal_reconcile_errors_total',
      help: 'Reconciles that failed for good.',
      labels,
    });
    this.#seconds = metrics.histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'How long reconciles took.',
      labels,
      buckets: RECONCILE_BUCKETS,
    });
    // A series that begins with the first error has no increase: alerts would miss that one.
    for (const result of RESULTS) this.#total.add({ controller, result }, 0);
    for (const counter of [this.#errors, this.#terminal]) counter.add({ controller }, 0);
    metrics
      .gauge({
        name: 'controller_runtime_max_concurrent_reconciles',
        help: 'How many reconciles there can be at once.',
        labels,
      })
      .set({ controller }, workers);
    this.#endReading = metrics.observe(
      {
        name: 'controller_runtime_active_workers',
        help: 'How many reconciles there are now.',
        labels,
      },
      (tell) => tell({ controller }, this.#active),
    );
  }

  /** A reconcile begins; gives what is to be called when it has ended. */
  started(): (outcome: ReconcileOutcome) => void {
    const startMs = this.#clock.nowMs();
    this.#active++;
    return (outcome) => this.#ended(outcome, startMs);
  }

  /** The workers have ended. */
  close(): void {
    this.#endReading();
  }

  #ended(outcome: ReconcileOutcome, startMs: number): void {
    const controller = this.#controller;
    this.#active--;
    this.#seconds.observe({ controller }, (this.#clock.nowMs() - startMs) / 1000);
    const isFailure = outcome === 'error' || outcome === 'terminal';
    this.#total.add({ controller, result: isFailure ? 'error' : outcome });
    if (isFailure) this.#errors.add({ controller });
    if (outcome === 'terminal') this.#terminal.add({ controller });
  }
}
