import type { Clock } from '../async/clock.js';
import type { Random } from '../async/random.js';

const FIRST_MS = 800;
/** Jitter at most doubles a delay, so the longest delay is 30 s. */
const MAX_MS = 15_000;
/** At most 10 s if the server was not reached, to reconnect soon after a network outage. */
const MAX_UNREACHED_MS = 5_000;
const QUIET_MS = 120_000;

/**
 * Computes the delays of a failing reflector: 0.8 s, then doubled for each failure up to 15 s (5 s
 * if the server was not reached). Jitter adds up to 100 % (client-go: jitter factor 1), so that
 * many clients do not reconnect at the same time. Restarts at 0.8 s after 2 minutes without a
 * failure.
 */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: Random;
  #baseMs = FIRST_MS;
  #lastMs = -Infinity;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Counts a failure and returns the delay before the next attempt. */
  nextMs(isUnreached = false): number {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#lastMs > QUIET_MS) this.#baseMs = FIRST_MS;
    const baseMs = Math.min(this.#baseMs, isUnreached ? MAX_UNREACHED_MS : MAX_MS);
    this.#baseMs = Math.min(this.#baseMs * 2, MAX_MS);
    this.#lastMs = nowMs;
    return baseMs * (1 + this.#random());
  }
}
