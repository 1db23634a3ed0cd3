import type { Clock, ClockTimer } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';

/** The signal of one watch: aborts with that of the reflector, or when the watch is overdue. */
export class WatchSignal {
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;
  readonly #timer: ClockTimer;
  #overdue: Error | undefined;

  constructor(clock: Clock, parent: AbortSignal, overdueMs: number) {
    const abort = (): void => this.#controller.abort(parent.reason);
    this.#stopListening = onAbort(parent, abort);
    if (parent.aborted) abort();
    this.#timer = clock.setTimer(overdueMs, () => {
      this.#overdue = new TransportTimeoutError(
        `the server did not end the watch within ${overdueMs} ms`,
      );
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
    this.#stopListening();
    this.#controller.abort();
  }
}
