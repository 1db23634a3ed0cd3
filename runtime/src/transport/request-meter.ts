import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';

/** In seconds, as in client-go. */
const DURATION_BUCKETS: readonly number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts the requests to one server, including each retry (client-go: tools/metrics). */
export class RequestMeter {
  readonly #host: string;
  readonly #clock: Clock;
  readonly #requests: MetricCounter;
  readonly #durations: MetricHistogram;

  constructor(metrics: Metrics, host: string, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
    this.#requests = metrics.counter({
      name: 'rest_client_requests_total',
      help: 'Number of requests to the API server by status code.',
      labels: ['code', 'method', 'host'],
    });
    this.#durations = metrics.histogram({
      name: 'rest_client_request_duration_seconds',
      help: 'Time in seconds until the head of a response was received.',
      labels: ['verb', 'host'],
      buckets: DURATION_BUCKETS,
    });
  }

  /** Counts the outcome of a request that was just sent. */
  async measure<R extends { readonly status: number }>(
    method: string,
    answer: Promise<R>,
  ): Promise<R> {
    const startMs = this.#clock.nowMs();
    let code = '<error>';
    try {
      const response = await answer;
      code = String(response.status);
      return response;
    } finally {
      const host = this.#host;
      this.#requests.add({ code, method, host });
      this.#durations.observe({ verb: method, host }, (this.#clock.nowMs() - startMs) / 1000);
    }
  }
}
