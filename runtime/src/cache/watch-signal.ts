import type { Clock, ClockTimer } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';

/** Who ended a watch from this side: its reflector's signal, or why it is not worth its wait. */
export type EndedBy = 'stop' | 'overdue' | 'silence' | 'doubt' | 'unending';

/**
 * A timer that fires so much later than it is due was held up by a blocked event loop. What arrived
 * meanwhile is read after the timers, so that the silence is looked at once more after this time.
 */
const HELD_UP_MS = 50;

interface WatchSignalOptions {
  readonly clock: Clock;
  /** That of the reflector. */
  readonly parent: AbortSignal;
  /** How long the watch may last. */
  readonly overdueMs: number;
  /** How long it may say nothing. */
  readonly silenceMs: number;
  /** How long the state that it begins with may take; for ever when left out. */
  readonly stateMs?: number | undefined;
}

/** The signal of one watch: aborts with that of the reflector, or when the watch is not to be trusted. */
export class WatchSignal {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;
  readonly #overdueTimer: ClockTimer;
  #silenceMs: number;
  #heardMs: number;
  #silenceTimer: ClockTimer | undefined;
  #doubtTimer: ClockTimer | undefined;
  #unendingTimer: ClockTimer | undefined;
  #endedBy: EndedBy | undefined;

  constructor({ clock, parent, overdueMs, silenceMs, stateMs }: WatchSignalOptions) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#heardMs = clock.nowMs();
    this.#stopListening = onAbort(parent, () => this.#end('stop'));
    if (parent.aborted) this.#end('stop');
    this.#overdueTimer = clock.setTimer(overdueMs, () => this.#end('overdue'));
    this.#listen();
    if (stateMs !== undefined) this.expectEnding(stateMs);
  }

  /** Undefined while the watch goes on, and where the server ended it. */
  get endedBy(): EndedBy | undefined {
    return this.#endedBy;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The watch has said something. Called often, so it only notes the time. */
  heard(): void {
    this.#heardMs = this.#clock.nowMs();
  }

  /** From now on the watch may be silent for so long. */
  allowSilence(silenceMs: number): void {
    this.#silenceMs = silenceMs;
    this.#listen();
  }

  /** Ends the watch after `delayMs`, for what it says cannot be all; the first such call counts. */
  doubt(delayMs: number): void {
    this.#doubtTimer ??= this.#clock.setTimer(delayMs, () => this.#end('doubt'));
  }

  /** Ends the watch after `delayMs` unless the state that it began with is whole by then. */
  expectEnding(delayMs: number): void {
    this.#unendingTimer?.cancel();
    this.#unendingTimer = this.#afterReading(delayMs, () => this.#end('unending'));
  }

  /** The state that the watch began with is whole. */
  hasEnding(): void {
    this.#unendingTimer?.cancel();
  }

  /** The watch is over, whoever ended it. */
  end(): void {
    this.#overdueTimer.cancel();
    this.#silenceTimer?.cancel();
    this.#doubtTimer?.cancel();
    this.#unendingTimer?.cancel();
    this.#stopListening();
    this.#controller.abort();
  }

  #listen(): void {
    this.#silenceTimer?.cancel();
    const leftMs = this.#heardMs + this.#silenceMs - this.#clock.nowMs();
    this.#silenceTimer = this.#afterReading(leftMs, () => {
      // Times are fractions: less than one millisecond may be nothing to a clock.
      if (this.#heardMs + this.#silenceMs - this.#clock.nowMs() < 1) this.#end('silence');
      else this.#listen();
    });
  }

  /** Calls `callback` after `delayMs`, and not before what had arrived by then was read. */
  #afterReading(delayMs: number, callback: () => void): ClockTimer {
    const dueMs = this.#clock.nowMs() + delayMs;
    let timer = this.#clock.setTimer(Math.max(0, delayMs), () => {
      if (this.#clock.nowMs() - dueMs <= HELD_UP_MS) callback();
      else timer = this.#clock.setTimer(HELD_UP_MS, callback);
    });
    return { cancel: () => timer.cancel() };
  }

  #end(by: EndedBy): void {
    if (this.#controller.signal.aborted) return;
    this.#endedBy = by;
    this.#controller.abort();
  }
}
