import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';
import type { Clock, ClockTimer } from '../async/clock.js';
import type { ElectionTiming } from './election-timing.js';
import type { Watchdog } from './watchdog.js';

/** The leadership has ended, so the work must not continue. */
export class LeadershipLostError extends VmgenError {
  /** `LeadershipLostError`, for checks without the class. */
  override readonly name = 'LeadershipLostError';

  static {
    recognizeCopies(this, 'LeadershipLostError');
  }

  constructor(message: string, options?: ErrorOptions) {
    super('ERR_VMGEN_LEADERSHIP_LOST', message, options);
  }
}

/** One term of leadership, for the work of the leader. */
export interface Leadership {
  /** Aborts when the work must end because the leadership was lost or the election is cancelled. */
  readonly signal: AbortSignal;
  /**
   * How often the Lease has had a new holder. Increases with each term. After the Lease was deleted
   * or cleared, a process that has observed it continues the number, and another one begins with 0. Can
   * be used as a fencing token: other systems can reject a smaller number than they have seen.
   */
  readonly transitions: number;
  /**
   * Throws a {@link LeadershipLostError} unless this process leads now, according to its monotonic
   * clock. Call it directly before each side effect, because a paused process may exceed its
   * deadline before a timer fires.
   */
  check(): void;
  /**
   * Runs a side effect if this process leads now (see {@link check}), and rejects with a
   * {@link LeadershipLostError} otherwise. The signal aborts when the leadership ends, at the
   * latest at its deadline. If the effect passes it on, a request in flight has the time until
   * others may lead (leaseDurationMs minus renewDeadlineMs) to arrive or be lost. The signal does
   * not abort when the election is cancelled, because the lease is held until the work has ended.
   *
   * Use one call per effect: code after the first `await` in `effect` is not checked.
   *
   * @example
   * await runWithLeaderElection(transport, {
   *   leaseName: 'vm-controller',
   *   leaseNamespace: 'kube-system',
   *   identity: 'vm-controller-0',
   *   callbacks: {
   *     onStartedLeading: async (leadership) => {
   *       await leadership.guard((guarded) => client.delete('test-vm', { signal: guarded }));
   *     },
   *   },
   *   signal,
   * });
   */
  guard<R>(effect: (signal: AbortSignal) => Promise<R> | R): Promise<R>;
}

/**
 * The delay of a blocked event loop after the deadline that the watchdog tolerates, as a part of
 * the time until others may lead.
 */
const MISSED_PART = 1 / 20;

/** Options of {@link Term}. */
interface TermOptions {
  readonly clock: Clock;
  readonly timing: ElectionTiming;
  /** The time at which the first renewal of the term was sent. */
  readonly sentAtMs: number;
  readonly transitions: number;
  /** Postponed by each renewal, and at the end of the term until others may lead. */
  readonly watchdog?: Watchdog | undefined;
}

/**
 * A term of leadership. It lasts until `renewDeadlineMs` after its last successful renewal was
 * sent. A late response does not revive it.
 */
export class Term implements Leadership {
  readonly #options: TermOptions;
  readonly #work = new AbortController();
  readonly #over = new AbortController();
  #sentAtMs: number;
  #overReason: string | undefined;
  #timer: ClockTimer;

  constructor(options: TermOptions) {
    this.#options = options;
    this.#sentAtMs = options.sentAtMs;
    this.#timer = this.#startTimer();
  }

  get signal(): AbortSignal {
    return this.#work.signal;
  }

  get transitions(): number {
    return this.#options.transitions;
  }

  /** Aborts when the leadership is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** The reason for the end of the leadership; undefined while it lasts. */
  get overReason(): string | undefined {
    return this.#overReason;
  }

  /** Reads the clock, because a timer may fire late. */
  get isOver(): boolean {
    this.#expireWhenDue();
    return this.#over.signal.aborted;
  }

  /** The time at which the last accepted renewal was sent. */
  get sentAtMs(): number {
    return this.#sentAtMs;
  }

  /** The time until the deadline. */
  get remainingMs(): number {
    const { clock, timing } = this.#options;
    return Math.max(0, this.#sentAtMs + timing.renewDeadlineMs - clock.nowMs());
  }

  /** The time until others may lead; negative when they may already. */
  get untilOthersMs(): number {
    const { clock, timing } = this.#options;
    return this.#sentAtMs + timing.leaseDurationMs - clock.nowMs();
  }

  check(): void {
    if (this.isOver) throw this.#over.signal.reason;
  }

  async guard<R>(effect: (signal: AbortSignal) => Promise<R> | R): Promise<R> {
    this.check();
    return await effect(this.#over.signal);
  }

  /** Records a successful renewal that was sent at this time. */
  renewed(sentAtMs: number): void {
    if (this.isOver) return;
    this.#sentAtMs = sentAtMs;
    this.#timer.cancel();
    this.#timer = this.#startTimer();
  }

  /** Aborts the signal of the work while the leadership continues. */
  stopWork(reason: unknown): void {
    this.#work.abort(reason);
  }

  /** Ends the leadership. `why` is the message of the error that {@link check} throws. */
  end(why: string): void {
    this.#timer.cancel();
    if (this.#over.signal.aborted) return;
    // The event loop is running and the work is notified, so it may use the remaining time.
    this.#options.watchdog?.postpone(Math.max(0, this.untilOthersMs));
    this.#overReason = why;
    const error = new LeadershipLostError(why);
    this.#over.abort(error);
    this.#work.abort(error);
  }

  #expireWhenDue(): void {
    if (this.remainingMs > 0) return;
    const { renewDeadlineMs } = this.#options.timing;
    this.end(`the lease was not renewed within ${renewDeadlineMs} ms`);
  }

  #startTimer(): ClockTimer {
    const { clock, timing, watchdog } = this.#options;
    const slackMs = timing.leaseDurationMs - timing.renewDeadlineMs;
    watchdog?.postpone(this.remainingMs + slackMs * MISSED_PART);
    return clock.setTimer(this.remainingMs, () => this.#expireWhenDue());
  }
}
