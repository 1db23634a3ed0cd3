import type { Clock, Timer } from '../clock.js';

/** The signal of one watch: aborts with that of the reflector, or when the watch is overdue. */
export class WatchSignal {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #abort = (): void => this.#controller.abort(this.#parent.reason);
  readonly #timer: Timer;
  #overdue: Error | undefined;

  constructor(clock: Clock, parent: AbortSignal, overdueMs: number) {
    this.#parent = parent;
    parent.addEventListener('abort', this.#abort);
    if (parent.aborted) this.#abort();
    this.#timer = clock.setTimer(overdueMs, () => {
      this.#overdue = new Error(`the server did not end the watch within ${overdueMs} ms`);
      this.#controller.abort(this.#overdue);
    });
  }

  /** Set once the watch has lasted longer than any server lets it. */
  get overdue(): Error | undefined {
    return this.#overdue;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#timer.cancel();
    this.#parent.removeEventListener('abort', this.#abort);
    this.#controller.abort();
  }
}
