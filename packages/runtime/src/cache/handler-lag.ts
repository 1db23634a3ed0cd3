import type { Clock, ClockTimer } from '../async/clock.js';
import type { Logger } from '../logging/logger.js';

/** How far a handler is behind its informer. */
interface HandlerLag {
  /** The number of events that the handler has not received or not returned from. */
  readonly pending: number;
  /** The age of the oldest of them; 0 if none exists. */
  readonly lagMs: number;
}

/** The interval between checks of a handler that is behind. */
const CHECK_MS = 5_000;
/**
 * More pending events than this are reported if they are older than `CHECK_MS`, because an initial
 * list may be longer.
 */
const MAX_PENDING = 10_000;
/** A pending event that is older than this is reported. */
const MAX_LAG_MS = 60_000;
/** The warning is repeated when the lag has grown by this factor. */
const GROWTH = 2;

/** Warns about a handler that is far behind, because its pending events are held in memory. */
export class LagMonitor {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #lag: () => HandlerLag;
  #timer: ClockTimer | undefined;
  /** The lag at the last warning. */
  #warned: HandlerLag | undefined;

  constructor(clock: Clock, logger: Logger, lag: () => HandlerLag) {
    this.#clock = clock;
    this.#logger = logger;
    this.#lag = lag;
  }

  /** Starts checking the lag periodically until the handler has caught up. */
  watch(): void {
    this.#timer ??= this.#clock.setTimer(CHECK_MS, () => {
      this.#timer = undefined;
      const lag = this.#lag();
      this.#check(lag);
      if (lag.pending > 0) this.watch();
    });
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #check(lag: HandlerLag): void {
    const { pending, lagMs } = lag;
    const isBehind = lagMs >= MAX_LAG_MS || (pending > MAX_PENDING && lagMs >= CHECK_MS);
    if (!isBehind) {
      if (this.#warned !== undefined) this.#logger.info('an event handler has caught up');
      this.#warned = undefined;
      return;
    }
    if (this.#warned !== undefined && !hasGrown(this.#warned, lag)) return;
    this.#warned = { pending, lagMs };
    this.#logger.warn('an event handler is far behind; its pending events are held in memory', {
      pending,
      lagMs: Math.round(lagMs),
    });
  }
}

function hasGrown(before: HandlerLag, lag: HandlerLag): boolean {
  return (
    lag.pending >= GROWTH * Math.max(before.pending, MAX_PENDING) ||
    lag.lagMs >= GROWTH * Math.max(before.lagMs, MAX_LAG_MS)
  );
}
