import type { Clock } from '../async/clock.js';

const FIRST_MS = 800;
/** Jitter at most doubles a wait, so none is longer than 30 s. */
const LONGEST_MS = 15_000;
/** Nor longer than 10 s where the server was not reached: a network that is back is soon noticed. */
const LONGEST_UNREACHED_MS = 5_000;
const QUIET_MS = 120_000;

/**
 * The waits of a reflector that fails: from 0.8 s, twice as long each time up to 30 s (10 s where
 * the server was not reached), starting anew after 2 minutes without a failure. Jitter adds up to as much again (client-go: jitter factor 1), so
 * that a thousand clients do not come back to a server in step.
 */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: () => number;
  #baseMs = FIRST_MS;
  #lastMs = -Infinity;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Counts a failure; how long to wait before the next try. */
  nextMs(isUnreached = false): number {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#lastMs > QUIET_MS) this.#baseMs = FIRST_MS;
    const baseMs = Math.min(this.#baseMs, isUnreached ? LONGEST_UNREACHED_MS : LONGEST_MS);
    this.#baseMs = Math.min(this.#baseMs * 2, LONGEST_MS);
    this.#lastMs = nowMs;
    return baseMs * (1 + this.#random());
  }
}
