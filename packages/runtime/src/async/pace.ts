import type { Clock } from './clock.js';

/** How many turns may follow one another without a pause. */
const FREE_TURNS = 5;
/** The time between further turns. */
const INTERVAL_MS = 5_000;
/** After this time without a turn, all are free again. */
const QUIET_MS = 120_000;

/**
 * Limits what is repeated after failures, such as lists and warnings, whatever causes it: five turns at
 * once, then one every 5 s. After 2 minutes without a turn, five are free again. Work that succeeds
 * usually needs one turn.
 */
export class Pace {
  readonly #clock: Clock;
  #free = FREE_TURNS;
  /** When the last turn was or will be. */
  #lastMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the time until the next turn. */
  untilTurnMs(): number {
    const sinceMs = this.#clock.nowMs() - this.#lastMs;
    if (sinceMs > QUIET_MS) this.#free = FREE_TURNS;
    return this.#free > 0 ? 0 : Math.max(0, INTERVAL_MS - sinceMs);
  }

  /** Takes the next turn, and returns the time until it. */
  take(): number {
    const delayMs = this.untilTurnMs();
    this.#free = Math.max(0, this.#free - 1);
    this.#lastMs = this.#clock.nowMs() + delayMs;
    return delayMs;
  }

  /** Takes a turn if it need not wait. */
  tryTake(): boolean {
    if (this.untilTurnMs() > 0) return false;
    this.take();
    return true;
  }
}
