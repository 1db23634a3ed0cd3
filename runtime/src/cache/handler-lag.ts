import type { Clock, ClockTimer } from '../async/clock.js';
import type { Logger } from '../logging/logger.js';

/** How far a handler is behind its informer. */
interface HandlerLag {
  /** How many events it has not been told, or has not come back from. */
  readonly pending: number;
  /** For how long the oldest of them has waited; 0 when there is none. */
  readonly lagMs: number;
}

/** A handler that is behind is looked at so often. */
const CHECK_MS = 5_000;
/** So many events that wait are too many, if they have waited for a while: an initial list has more. */
const MANY = 10_000;
/** So long is too long for any event. */
const LONG_MS = 60_000;
/** What was warned of is told again when it has grown by this. */
const GROWTH = 2;

/** Warns of a handler that is far behind, for what it has not been told is held in memory. */
export class LagMonitor {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #lag: () => HandlerLag;
  #timer: ClockTimer | undefined;
  /** What was warned of last. */
  #warned: HandlerLag | undefined;

  constructor(clock: Clock, logger: Logger, lag: () => HandlerLag) {
    this.#clock = clock;
    this.#logger = logger;
    this.#lag = lag;
  }

  /** Looks after a while, and then again until the handler has caught up. Costs nothing until then. */
  watch(): void {
    this.#timer ??= this.#clock.setTimer(CHECK_MS, () => {
      this.#timer = undefined;
      const lag = this.#lag();
      this.#judge(lag);
      if (lag.pending > 0) this.watch();
    });
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #judge(lag: HandlerLag): void {
    const { pending, lagMs } = lag;
    const isBehind = lagMs >= LONG_MS || (pending > MANY && lagMs >= CHECK_MS);
    if (!isBehind) {
      if (this.#warned !== undefined) this.#logger.info('an event handler has caught up');
      this.#warned = undefined;
      return;
    }
    if (this.#warned !== undefined && !hasGrown(this.#warned, lag)) return;
    this.#warned = { pending, lagMs };
    this.#logger.warn('an event handler is far behind; what it was not told is held in memory', {
      pending,
      lagMs: Math.round(lagMs),
    });
  }
}

function hasGrown(before: HandlerLag, lag: HandlerLag): boolean {
  return (
    lag.pending >= GROWTH * Math.max(before.pending, MANY) ||
    lag.lagMs >= GROWTH * Math.max(before.lagMs, LONG_MS)
  );
}
