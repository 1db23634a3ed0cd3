import type { Clock } from './clock.js';

/** The rate of a {@link TokenBucket}. */
export interface TokenBucketOptions {
  /** How many tokens are added in a second. */
  readonly perSecond: number;
  /** The capacity: how many tokens are available immediately after a pause. */
  readonly burst: number;
  /** The clock by which tokens are added; {@link systemClock}, or a fake one in tests. */
  readonly clock: Clock;
}

/**
 * Limits a rate, as `golang.org/x/time/rate` does. Callers take tokens in advance: a negative balance is the
 * length of the queue, so callers are served in order.
 *
 * @example
 * const bucket = new TokenBucket({ perSecond: 5, burst: 10, clock: systemClock });
 * await sleep(bucket.take());
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  #tokens: number;
  #filledAtMs: number;

  /** Starts with all tokens of the burst. */
  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAtMs = options.clock.nowMs();
  }

  /** Takes a token and returns how many milliseconds to wait until it is available. */
  take(): number {
    const { perSecond, burst, clock } = this.#options;
    const nowMs = clock.nowMs();
    const filled = this.#tokens + ((nowMs - this.#filledAtMs) * perSecond) / 1000;
    this.#filledAtMs = nowMs;
    this.#tokens = Math.min(burst, filled) - 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1000) / perSecond;
  }

  /** Gives back a token whose wait was cancelled. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
