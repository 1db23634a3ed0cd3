import type { Clock, ClockTimer } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';

/** Who ended a watch from this side: its reflector's signal, or why it is not worth its wait. */
export type EndedBy = 'stop' | 'overdue' | 'silence' | 'doubt';

export interface WatchSignalOptions {
  readonly clock: Clock;
  /** That of the reflector. */
  readonly parent: AbortSignal;
  /** How long the watch may last. */
  readonly overdueMs: number;
  /** How long it may say nothing. */
  readonly silenceMs: number;
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
  #endedBy: EndedBy | undefined;

  constructor({ clock, parent, overdueMs, silenceMs }: WatchSignalOptions) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#heardMs = clock.nowMs();
    this.#stopListening = onAbort(parent, () => this.#end('stop'));
    if (parent.aborted) this.#end('stop');
    this.#overdueTimer = clock.setTimer(overdueMs, () => this.#end('overdue'));
    this.#listen();
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

  /** The watch is over, whoever ended it. */
  end(): void {
    this.#overdueTimer.cancel();
    this.#silenceTimer?.cancel();
    this.#doubtTimer?.cancel();
    this.#stopListening();
    this.#controller.abort();
  }

  readonly #listen = (): void => {
    this.#silenceTimer?.cancel();
    const leftMs = this.#heardMs + this.#silenceMs - this.#clock.nowMs();
    // Times are fractions: less than one millisecond may be nothing to a clock.
    if (leftMs < 1) this.#end('silence');
    else this.#silenceTimer = this.#clock.setTimer(leftMs, this.#listen);
  };

  #end(by: EndedBy): void {
    if (this.#controller.signal.aborted) return;
    this.#endedBy = by;
    this.#controller.abort();
  }
}
