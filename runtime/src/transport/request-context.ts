import type { Clock, ClockTimer } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import type { WaitOptions } from '../async/wait-options.js';

/** What a request waits for, for the message of a timeout. */
export type RequestPhase = 'credentials' | 'the answer' | 'the server to be less busy';

/**
 * All that one request does until nothing of it is left: waiting for credentials, sending, reading.
 * Its caller, its timeout and the end of its transport all end it, and the first of them says why.
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
  /** What is waited for now. */
  phase: RequestPhase = 'the answer';

  /** Stands in `running` until its last holder has let go; whoever makes it is the first. */
  constructor(caller: AbortSignal | undefined, running: Set<RequestContext>) {
    this.#running = running;
    running.add(this);
    this.#stopListening = onAbort(caller, () => this.end(caller?.reason));
    if (caller?.aborted) this.end(caller.reason);
  }

  /** Whether the request is over before its time; {@link reason} is what its caller is to be told. */
  get isEnded(): boolean {
    return this.#ending !== undefined;
  }

  get reason(): unknown {
    return this.#ending?.reason;
  }

  throwIfEnded(): void {
    if (this.#ending !== undefined) throw this.#ending.reason;
  }

  /** For those who wait by a signal. Most requests never do, and making one takes its time. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ending !== undefined) this.#controller.abort(this.#ending.reason);
    return this.#controller.signal;
  }

  /** Calls `end` when the request is over before its time, in the place of the exchange before. */
  enterExchange(end: () => void): void {
    this.#endExchange = end;
  }

  /** From now on there are `timeoutMs`; then the request ends with `overdue`'s error. 0: for ever. */
  startTimer(clock: Clock, timeoutMs: number, overdue: (phase: RequestPhase) => Error): void {
    if (timeoutMs === 0) return;
    this.#deadlineMs = clock.nowMs() + timeoutMs;
    this.#timer = clock.setTimer(timeoutMs, () => this.end(overdue(this.phase)));
  }

  /** Whether something that takes so long ends in time. */
  hasTimeFor(clock: Clock, durationMs: number): boolean {
    return clock.nowMs() + durationMs < this.#deadlineMs;
  }

  /** What is still to come may take for ever. */
  stopTimer(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Ends everything, whoever holds it. Only the first reason counts. */
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
