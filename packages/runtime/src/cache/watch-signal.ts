import type { Clock, ClockTimer } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';

/** Why the reflector ended a watch: its own signal, or the reason for not waiting longer. */
export type EndedBy = 'stop' | 'overdue' | 'silence' | 'stale' | 'unending';

/**
 * A timer that fires so late was delayed by a blocked event loop. Data that has arrived in the
 * meantime is read after the timers, so the check is repeated after this time.
 */
const DELAYED_MS = 50;

interface WatchSignalOptions {
  readonly clock: Clock;
  /** The signal of the reflector. */
  readonly parent: AbortSignal;
  /** The maximum duration of the watch. */
  readonly overdueMs: number;
  /** The maximum time without an event. */
  readonly silenceMs: number;
  /** The time limit of the initial state. Omitted if none exists. */
  readonly stateMs?: number | undefined;
}

/**
 * The signal of one watch. Aborts with the reflector's signal, or when the watch must be replaced.
 */
export class WatchSignal {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;
  readonly #overdueTimer: ClockTimer;
  #silenceMs: number;
  #activeMs: number;
  #silenceTimer: ClockTimer | undefined;
  #staleTimer: ClockTimer | undefined;
  #unendingTimer: ClockTimer | undefined;
  #endedBy: EndedBy | undefined;

  constructor({ clock, parent, overdueMs, silenceMs, stateMs }: WatchSignalOptions) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#activeMs = clock.nowMs();
    this.#stopListening = onAbort(parent, () => this.#end('stop'));
    if (parent.aborted) this.#end('stop');
    this.#overdueTimer = clock.setTimer(overdueMs, () => this.#end('overdue'));
    this.#scheduleSilenceCheck();
    if (stateMs !== undefined) this.expectEnding(stateMs);
  }

  /** Undefined while the watch is running, and if the server ended it. */
  get endedBy(): EndedBy | undefined {
    return this.#endedBy;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Records that events have arrived. Called often, so it only stores the time. */
  recordActivity(): void {
    this.#activeMs = this.#clock.nowMs();
  }

  /** Sets the maximum time without an event. */
  allowSilence(silenceMs: number): void {
    this.#silenceMs = silenceMs;
    this.#scheduleSilenceCheck();
  }

  /**
   * Ends the watch after `delayMs`, because the server sends outdated events. Only the first call
   * has an effect.
   */
  endStaleAfter(delayMs: number): void {
    this.#staleTimer ??= this.#clock.setTimer(delayMs, () => this.#end('stale'));
  }

  /** Ends the watch after `delayMs` unless the initial state is complete by then. */
  expectEnding(delayMs: number): void {
    this.#unendingTimer?.cancel();
    this.#unendingTimer = this.#afterReading(delayMs, () => this.#end('unending'));
  }

  /** Records that the initial state is complete. */
  hasEnding(): void {
    this.#unendingTimer?.cancel();
  }

  /** Releases the timers and listeners after the watch has ended. */
  end(): void {
    this.#overdueTimer.cancel();
    this.#silenceTimer?.cancel();
    this.#staleTimer?.cancel();
    this.#unendingTimer?.cancel();
    this.#stopListening();
    this.#controller.abort();
  }

  #scheduleSilenceCheck(): void {
    this.#silenceTimer?.cancel();
    const leftMs = this.#activeMs + this.#silenceMs - this.#clock.nowMs();
    this.#silenceTimer = this.#afterReading(leftMs, () => {
      // Times are fractional, and the clock may round differences below one millisecond.
      if (this.#activeMs + this.#silenceMs - this.#clock.nowMs() < 1) this.#end('silence');
      else this.#scheduleSilenceCheck();
    });
  }

  /** Calls `callback` after `delayMs`, but not before data that had arrived by then was read. */
  #afterReading(delayMs: number, callback: () => void): ClockTimer {
    const dueMs = this.#clock.nowMs() + delayMs;
    let timer = this.#clock.setTimer(Math.max(0, delayMs), () => {
      if (this.#clock.nowMs() - dueMs <= DELAYED_MS) callback();
      else timer = this.#clock.setTimer(DELAYED_MS, callback);
    });
    return { cancel: () => timer.cancel() };
  }

  #end(by: EndedBy): void {
    if (this.#controller.signal.aborted) return;
    this.#endedBy = by;
    this.#controller.abort();
  }
}
