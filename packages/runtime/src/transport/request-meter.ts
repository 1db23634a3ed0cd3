import type { Clock } from '../async/clock.js';
import type { MetricCounter, MetricHistogram, Metrics } from '../metrics/metrics.js';
import type { TransportRequest } from './transport.js';

/** In seconds, as in client-go. */
const DURATION_BUCKETS: readonly number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** In bytes, as in client-go. */
const SIZE_BUCKETS: readonly number[] = [
  64, 256, 512, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
];

/** Counts the requests to one server, including each retry (client-go: tools/metrics). */
export class RequestMeter {
  readonly #host: string;
  readonly #clock: Clock;
  readonly #requests: MetricCounter;
  readonly #retries: MetricCounter;
  readonly #durations: MetricHistogram;
  readonly #waits: MetricHistogram;
  readonly #sent: MetricHistogram;
  readonly #received: MetricHistogram;

  constructor(metrics: Metrics, host: string, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
    this.#requests = metrics.counter({
      name: 'rest_client_requests_total',
      help: 'Number of requests to the API server by status code.',
      labels: ['code', 'method', 'host'],
    });
    this.#retries = metrics.counter({
      name: 'rest_client_request_retries_total',
      help: 'Number of requests that were sent again because the server was overloaded.',
      labels: ['code', 'verb', 'host'],
    });
    const histogram = (name: string, help: string, buckets: readonly number[]): MetricHistogram =>
      metrics.histogram({ name, help, labels: ['verb', 'host'], buckets });
    this.#durations = histogram(
      'rest_client_request_duration_seconds',
      'Time in seconds until the head of a response was received.',
      DURATION_BUCKETS,
    );
    this.#waits = histogram(
      'rest_client_rate_limiter_duration_seconds',
      'Time in seconds that a request waited for the rate limit of the client.',
      DURATION_BUCKETS,
    );
    this.#sent = histogram(
      'rest_client_request_size_bytes',
      'Size of the body of a request in bytes.',
      SIZE_BUCKETS,
    );
    this.#received = histogram(
      'rest_client_response_size_bytes',
      'Size of the uncompressed body of a response in bytes, without watches.',
      SIZE_BUCKETS,
    );
  }

  /** Counts a request that waited for the client-side rate limit. */
  waited(method: string, waitMs: number): void {
    this.#waits.observe({ verb: method, host: this.#host }, waitMs / 1000);
  }

  /** Records the size of the body of a response. */
  received(method: string, bytes: number): void {
    this.#received.observe({ verb: method, host: this.#host }, bytes);
  }

  /** Counts the outcome of a request that was just sent. */
  async measure<R extends { readonly status: number }>(
    { method, body = '' }: Pick<TransportRequest, 'method' | 'body'>,
    answer: Promise<R>,
    isRetry = false,
  ): Promise<R> {
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    this.#sent.observe({ verb: method, host: this.#host }, bytes);
    const startMs = this.#clock.nowMs();
    let code = '<error>';
    try {
      const response = await answer;
      code = String(response.status);
      return response;
    } finally {
      const host = this.#host;
      this.#requests.add({ code, method, host });
      if (isRetry) this.#retries.add({ code, verb: method, host });
      this.#durations.observe({ verb: method, host }, (this.#clock.nowMs() - startMs) / 1000);
    }
  }
}
