import { type Timer, type Timers, TIMERS } from './timers.js';

/** A text is read out after this time without another one, in milliseconds. */
export const SPEAK_AFTER_MS = 1_000;

/** A text that changes while the user types, and that a screen reader reads out when typing pauses. */
export class SpokenText {
  readonly #speak: (text: string) => void;
  readonly #timers: Timers;
  #spoken = '';
  #timer: Timer | undefined;

  /** @param speak receives a text only if it differs from the last one */
  constructor(speak: (text: string) => void, timers: Timers = TIMERS) {
    this.#speak = speak;
    this.#timers = timers;
  }

  set(text: string): void {
    this.#timer?.cancel();
    this.#timer = this.#timers.setTimer(SPEAK_AFTER_MS, () => {
      if (text === this.#spoken) return;
      this.#spoken = text;
      this.#speak(text);
    });
  }
}
