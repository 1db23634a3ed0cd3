import type { Clock } from './clock.js';

/** How many tokens a {@link TokenBucket} gives. */
export interface TokenBucketOptions {
  readonly perSecond: number;
  /** How many at once, after a rest. */
  readonly burst: number;
  readonly clock: Clock;
}

/**
 * A bucket of tokens that fills with time (Go: x/time/rate). A token is taken in advance: a debt is
 * how long the queue is, so that callers come behind each other.
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  #tokens: number;
  #filledAtMs: number;

  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAtMs = options.clock.nowMs();
  }

  /** Takes a token; gives how many milliseconds it is until it is there. */
  take(): number {
    const { perSecond, burst, clock } = this.#options;
    const nowMs = clock.nowMs();
    const filled = this.#tokens + ((nowMs - this.#filledAtMs) * perSecond) / 1000;
    this.#filledAtMs = nowMs;
    this.#tokens = Math.min(burst, filled) - 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1000) / perSecond;
  }

  /** Gives a token back that was waited for in vain. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
