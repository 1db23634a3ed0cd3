import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';

/** In seconds, as in controller-runtime. */
const RECONCILE_BUCKETS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** The outcome of a reconcile. */
export type ReconcileOutcome = (typeof RESULTS)[number] | 'terminal';

/** The values of the label `result`. */
const RESULTS = ['success', 'requeue', 'requeue_after', 'error'] as const;

/**
 * Counts the reconciles of one controller. The metrics have the names that kubebuilder's dashboards
 * use (controller-runtime: pkg/internal/controller/metrics).
 */
export class WorkersMeter {
  readonly #controller: string;
  readonly #clock: Clock;
  readonly #total: MetricCounter;
  readonly #errors: MetricCounter;
  readonly #terminal: MetricCounter;
  readonly #seconds: MetricHistogram;
  readonly #endObservation: () => void;
  #active = 0;

  constructor(metrics: Metrics, controller: string, workers: number, clock: Clock) {
    this.#controller = controller;
    this.#clock = clock;
    const labels = ['controller'];
    this.#total = metrics.counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Number of reconciles by result.',
      labels: ['controller', 'result'],
    });
    this.#errors = metrics.counter({
      name: 'controller_runtime_reconcile_errors_total',
      help: 'Number of failed reconciles.',
      labels,
    });
    this.#terminal = metrics.counter({
      name: 'controller_runtime_terminal_reconcile_errors_total',
      help: 'Number of reconciles that failed permanently.',
      labels,
    });
    this.#seconds = metrics.histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Duration of reconciles in seconds.',
      labels,
      buckets: RECONCILE_BUCKETS,
    });
    // A series that starts with the first error shows no increase, so alerts would miss that error.
    for (const result of RESULTS) this.#total.add({ controller, result }, 0);
    for (const counter of [this.#errors, this.#terminal]) counter.add({ controller }, 0);
    metrics
      .gauge({
        name: 'controller_runtime_max_concurrent_reconciles',
        help: 'Maximum number of concurrent reconciles.',
        labels,
      })
      .set({ controller }, workers);
    this.#endObservation = metrics.observe(
      {
        name: 'controller_runtime_active_workers',
        help: 'Number of running reconciles.',
        labels,
      },
      (report) => report({ controller }, this.#active),
    );
  }

  /** Records the start of a reconcile. Returns a function to call with its outcome. */
  started(): (outcome: ReconcileOutcome) => void {
    const startMs = this.#clock.nowMs();
    this.#active++;
    return (outcome) => this.#ended(outcome, startMs);
  }

  /** Ends the observation of the active workers. */
  close(): void {
    this.#endObservation();
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
