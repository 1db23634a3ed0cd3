import type { Clock, ClockTimer } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';

/** What a request is waiting for, for the message of a timeout. */
export type RequestPhase = 'credentials' | 'the response' | 'a retry of the overloaded server';

/**
 * The lifetime of one request: waiting for credentials, sending and reading. Its caller, its
 * timeout and the end of its transport can end it. The first of them determines the reason.
 */
export class RequestContext implements WaitOptions {
  readonly #running: Set<RequestContext>;
  readonly #stopListening: () => void;
  #ending: { readonly reason: unknown } | undefined;
  #endExchange: (() => void) | undefined;
  #controller: AbortController | undefined;
  #timer: ClockTimer | undefined;
  #deadlineMs = Infinity;
  #holders = 1;
  /** The current phase. */
  phase: RequestPhase = 'the response';

  /** Is in `running` until its last holder has released it. The creator is the first holder. */
  constructor(caller: AbortSignal | undefined, running: Set<RequestContext>) {
    this.#running = running;
    running.add(this);
    this.#stopListening = onAbort(caller, () => this.end(caller?.reason));
    if (caller?.aborted) this.end(caller.reason);
  }

  /** Whether the request was aborted. {@link reason} is the error for its caller. */
  get isEnded(): boolean {
    return this.#ending !== undefined;
  }

  get reason(): unknown {
    return this.#ending?.reason;
  }

  throwIfEnded(): void {
    if (this.#ending !== undefined) throw this.#ending.reason;
  }

  /**
   * A signal that aborts with the context. Created lazily, because most requests do not need it.
   */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ending !== undefined) this.#controller.abort(this.#ending.reason);
    return this.#controller.signal;
  }

  /** Calls `end` when the request is aborted. Replaces the previous exchange. */
  enterExchange(end: () => void): void {
    this.#endExchange = end;
  }

  /** Ends the request after `timeoutMs` with the error of `overdue`. 0 means no limit. */
  startTimer(clock: Clock, timeoutMs: number, overdue: (phase: RequestPhase) => Error): void {
    if (timeoutMs === 0) return;
    this.#deadlineMs = clock.nowMs() + timeoutMs;
    this.#timer = clock.setTimer(timeoutMs, () => this.end(overdue(this.phase)));
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
  end(reason: unknown): void {
    if (this.#ending !== undefined) return;
    this.#ending = { reason };
    this.#finish();
    this.#controller?.abort(reason);
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
