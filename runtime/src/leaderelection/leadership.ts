import { recogniseCopies, VmgenError } from '../errors/vmgen-error.js';
import type { Clock, ClockTimer } from '../async/clock.js';

/** Thrown where work would go on although the leadership has ended. */
export class LeadershipLostError extends VmgenError {
  override readonly name = 'LeadershipLostError';

  static {
    recogniseCopies(this, 'LeadershipLostError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_LEADERSHIP_LOST', message, options);
  }
}

/** One term of office, as the work of the leader sees it. */
export interface Leadership {
  /** Aborts when the work must end: the leadership was lost, or the election is cancelled. */
  readonly signal: AbortSignal;
  /**
   * Throws a {@link LeadershipLostError} unless this process leads at this very moment by its own
   * monotonic clock. Call it directly before each side effect: a paused process may be past its
   * deadline before any timer could tell it.
   */
  check(): void;
}

/**
 * A term of office: it lasts until `renewDeadlineMs` after its last good renewal was SENT. Once over
 * it stays over, even when a late answer comes.
 */
export class Term implements Leadership {
  readonly #clock: Clock;
  readonly #renewDeadlineMs: number;
  readonly #work = new AbortController();
  readonly #over = new AbortController();
  #deadlineMs: number;
  #timer: ClockTimer;

  constructor(clock: Clock, renewDeadlineMs: number, sentAtMs: number) {
    this.#clock = clock;
    this.#renewDeadlineMs = renewDeadlineMs;
    this.#deadlineMs = sentAtMs + renewDeadlineMs;
    this.#timer = this.#startTimer();
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  /** Aborts when the leadership is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Looks at the clock itself, for a timer may come late. */
  get isOver(): boolean {
    this.#expireWhenDue();
    return this.#over.signal.aborted;
  }

  get remainingMs(): number {
    return Math.max(0, this.#deadlineMs - this.#clock.nowMs());
  }

  check(): void {
    if (this.isOver) throw this.#over.signal.reason;
  }

  /** A renewal that was sent at this time was good. */
  renewed(sentAtMs: number): void {
    if (this.isOver) return;
    this.#deadlineMs = sentAtMs + this.#renewDeadlineMs;
    this.#timer.cancel();
    this.#timer = this.#startTimer();
  }

  /** Tells the work to end while the leadership goes on. */
  stopWork(reason: unknown): void {
    this.#work.abort(reason);
  }

  /** Ends the leadership at once; `why` stands in the error that {@link check} throws. */
  end(why: string): void {
    this.#timer.cancel();
    if (this.#over.signal.aborted) return;
    const error = new LeadershipLostError(why);
    this.#over.abort(error);
    this.#work.abort(error);
  }

  #expireWhenDue(): void {
    if (this.#clock.nowMs() < this.#deadlineMs) return;
    this.end(`the lease was not renewed within ${this.#renewDeadlineMs} ms`);
  }

  #startTimer(): ClockTimer {
    return this.#clock.setTimer(this.remainingMs, () => this.#expireWhenDue());
  }
}
