import type { Clock } from '@vmgen/runtime';
import type { ClockTimer } from '@vmgen/runtime/async';

/** Aborts its signal after `limitMs` without activity. */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #controller = new AbortController();
  #timer: ClockTimer;

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#timer = this.#startTimer();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  recordActivity(): void {
    this.#timer.cancel();
    this.#timer = this.#startTimer();
  }

  end(): void {
    this.#timer.cancel();
  }

  #startTimer(): ClockTimer {
    return this.#clock.setTimer(this.#limitMs, () => this.#controller.abort());
  }
}
