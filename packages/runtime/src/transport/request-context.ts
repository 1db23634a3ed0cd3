import type { Clock, ClockTimer } from '../async/clock.js';
import { LazyAbort } from '../async/lazy-abort.js';
import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';

/** What a request is waiting for, for the message of a timeout. */
export type RequestPhase = 'credentials' | 'the response' | 'a retry of the overloaded server';

/**
 * The lifetime of one request: waiting for credentials, sending and reading. Its caller, its
 * timeout and the end of its transport can end it. The first of them determines the reason.
 */
export class RequestContext extends LazyAbort implements WaitOptions {
  readonly #running: Set<RequestContext>;
  readonly #stopListening: () => void;
  #endExchange: (() => void) | undefined;
  #timer: ClockTimer | undefined;
  #deadlineMs = Infinity;
  #holders = 1;
  /** The current phase. */
  phase: RequestPhase = 'the response';

  /** Is in `running` until its last holder has released it. The creator is the first holder. */
  constructor(caller: AbortSignal | LazyAbort | undefined, running: Set<RequestContext>) {
    super();
    this.#running = running;
    running.add(this);
    const end = (): void => this.abort(caller?.reason);
    this.#stopListening = caller instanceof LazyAbort ? caller.onAbort(end) : onAbort(caller, end);
    if (caller?.aborted) end();
  }

  /** Calls `end` when the request is aborted. Replaces the previous exchange. */
  enterExchange(end: () => void): void {
    this.#endExchange = end;
  }

  /** Ends the request after `timeoutMs` with the error of `overdue`. 0 means no limit. */
  startTimer(clock: Clock, timeoutMs: number, overdue: (phase: RequestPhase) => Error): void {
    if (timeoutMs === 0) return;
    this.#deadlineMs = clock.nowMs() + timeoutMs;
    this.#timer = clock.setTimer(timeoutMs, () => this.abort(overdue(this.phase)));
  }

  /** Returns whether the request has this much time left. */
  hasTimeFor(clock: Clock, durationMs: number): boolean {
    return clock.nowMs() + durationMs < this.#deadlineMs;
  }

  /** Removes the time limit. */
  stopTimer(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Ends the request for all holders. Only the first reason is used. */
  override abort(reason: unknown): void {
    if (this.aborted) return;
    this.#finish();
    super.abort(reason);
    this.#endExchange?.();
  }

  /** Keeps the context alive until {@link release}. */
  hold(): void {
    this.#holders++;
  }

  release(): void {
    if (--this.#holders === 0) this.#finish();
  }

  #finish(): void {
    this.stopTimer();
    this.#stopListening();
    this.#running.delete(this);
  }
}
