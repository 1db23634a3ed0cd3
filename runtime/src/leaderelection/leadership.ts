import { recognizeCopies, VmgenError } from '../errors/vmgen-error.js';
import type { Clock, ClockTimer } from '../async/clock.js';
import type { ElectionTiming } from './election-timing.js';
import type { Watchdog } from './watchdog.js';

/** Thrown where work would go on although the leadership has ended. */
export class LeadershipLostError extends VmgenError {
  override readonly name = 'LeadershipLostError';

  static {
    recognizeCopies(this, 'LeadershipLostError');
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
   * How often the Lease has had a new holder: greater with each term than with any before, until the
   * Lease is deleted. A fencing token: what is outside the API server can refuse a smaller one than it
   * has seen.
   */
  readonly transitions: number;
  /**
   * Throws a {@link LeadershipLostError} unless this process leads at this very moment by its own
   * monotonic clock. Call it directly before each side effect: a paused process may be past its
   * deadline before any timer could tell it.
   */
  check(): void;
  /**
   * Starts one side effect if this process leads at this very moment, as {@link check} does, and
   * rejects with a {@link LeadershipLostError} otherwise. The signal aborts with the leadership, at its
   * deadline at the latest; an effect that hands it on has then the time from there until others may
   * lead (leaseDurationMs less renewDeadlineMs) to reach its goal or be lost. It does not abort when
   * the election is cancelled, for the lease is held while the work comes to its end.
   *
   * One call for each effect: what `effect` does after its first `await` was not checked.
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

/** By which part of the time until others may lead a blocked event loop may miss its deadline. */
const MISSED_PART = 1 / 20;

/** What a term lasts by. */
interface TermOptions {
  readonly clock: Clock;
  readonly timing: ElectionTiming;
  /** When the renewal was sent with which it begins. */
  readonly sentAtMs: number;
  readonly transitions: number;
  /** Put off by each renewal, and at the end of the term until the work must have ended. */
  readonly watchdog?: Watchdog | undefined;
}

/**
 * A term of office: it lasts until `renewDeadlineMs` after its last good renewal was SENT. Once over
 * it stays over, even when a late answer comes.
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

  /** Why the leadership is over; undefined while it lasts. */
  get overReason(): string | undefined {
    return this.#overReason;
  }

  /** Looks at the clock itself, for a timer may come late. */
  get isOver(): boolean {
    this.#expireWhenDue();
    return this.#over.signal.aborted;
  }

  /** When the last accepted renewal was sent. */
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

  /** A renewal that was sent at this time was good. */
  renewed(sentAtMs: number): void {
    if (this.isOver) return;
    this.#sentAtMs = sentAtMs;
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
    // The event loop is alive, and the work is told: it may take the time that there is.
    this.#options.watchdog?.putOff(Math.max(0, this.untilOthersMs));
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
    watchdog?.putOff(this.remainingMs + slackMs * MISSED_PART);
    return clock.setTimer(this.remainingMs, () => this.#expireWhenDue());
  }
}
