import type { Clock, ClockTimer } from '../async/clock.js';

interface PendingTimer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/**
 * How many times the event loop turns before and after each timer, so that code that awaits it can
 * run.
 */
const TURNS = 4;

/** Options of {@link createFakeClock}. */
export interface FakeClockOptions {
  /** The initial wall clock time. Defaults to a fixed date. The monotonic clock starts at 0. */
  readonly start?: Date | string;
}

/** A clock that advances only when a test moves it. */
export interface FakeClock extends Clock {
  /**
   * The number of pending timers. A test can check that a loop sleeps, or that nothing was left
   * behind.
   */
  readonly pendingTimers: number;
  /** The time until the next timer fires, in milliseconds; `Infinity` without a timer. */
  readonly nextTimerMs: number;
  /**
   * Advances both clocks by `ms` milliseconds. Due timers fire in order, each at its own time. The
   * event loop turns between them, so that code that they resume can run and start new timers.
   */
  advance(ms: number): Promise<void>;
}

/**
 * Creates a clock for tests, for every option named `clock`.
 *
 * @example
 * const clock = createFakeClock();
 * const slept = sleep(30_000, { clock });
 * await clock.advance(30_000);
 * await slept;
 */
export function createFakeClock(options: FakeClockOptions = {}): FakeClock {
  return new SteppedClock(options.start ?? '2026-01-02T15:04:05Z');
}

class SteppedClock implements FakeClock {
  #nowMs = 0;
  readonly #startMs: number;
  readonly #timers = new Set<PendingTimer>();

  constructor(start: Date | string) {
    this.#startMs = new Date(start).getTime();
  }

  nowMs(): number {
    return this.#nowMs;
  }

  date(): Date {
    return new Date(this.#startMs + this.#nowMs);
  }

  setTimer(delayMs: number, callback: () => void): ClockTimer {
    const timer = { dueMs: this.#nowMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  get nextTimerMs(): number {
    return Math.max(0, (this.#next(Infinity)?.dueMs ?? Infinity) - this.#nowMs);
  }

  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    await turnEventLoop();
    for (let timer = this.#next(endMs); timer !== undefined; timer = this.#next(endMs)) {
      this.#timers.delete(timer);
      this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
      timer.callback();
      await turnEventLoop();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  /** The timer that is due first; the older of two. A Set keeps the insertion order. */
  #next(endMs: number): PendingTimer | undefined {
    let first: PendingTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= endMs && (first === undefined || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  }
}

async function turnEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
