import { type Timer, type Timers, TIMERS } from './timers.js';

/** The output of a command that continues to run is shown after this time at the latest, in milliseconds. */
export const SHOW_AFTER_MS = 250;

/** Collects the output of a command, so that it is shown, and read out by a screen reader, as one message. */
export class OutputGroups<Part> {
  readonly #show: (parts: readonly Part[]) => void;
  readonly #timers: Timers;
  #parts: Part[] = [];
  #timer: Timer | undefined;

  constructor(show: (parts: readonly Part[]) => void, timers: Timers = TIMERS) {
    this.#show = show;
    this.#timers = timers;
  }

  add(part: Part): void {
    this.#parts.push(part);
    this.#timer ??= this.#timers.setTimer(SHOW_AFTER_MS, () => this.end());
  }

  /** Shows what was added: the command has ended. */
  end(): void {
    const parts = this.#parts;
    this.clear();
    if (parts.length > 0) this.#show(parts);
  }

  /** Forgets what was added. */
  clear(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#parts = [];
  }
}
