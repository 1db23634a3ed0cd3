import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';

/** Tracks the end and the error of the leader's work. */
export class LeaderWork {
  readonly #ended = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(start: () => Promise<void>) {
    void this.#follow(start);
  }

  /** Aborts when the work has returned or thrown. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Whether all of the work has ended. After a ShutdownTimeoutError, parts of it are still running.
   */
  get hasEnded(): boolean {
    return this.#ended.signal.aborted && !(this.#failure?.error instanceof ShutdownTimeoutError);
  }

  /** The error of the work, if it has failed. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  async #follow(start: () => Promise<void>): Promise<void> {
    try {
      await start();
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#ended.abort();
    }
  }
}
