import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';

/** The leader's work while it runs: that it has ended, and with what. */
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

  /** Nothing of it runs any more. Work that threw a ShutdownTimeoutError has left something behind. */
  get hasEnded(): boolean {
    return this.#ended.signal.aborted && !(this.#failure?.error instanceof ShutdownTimeoutError);
  }

  /** What it has thrown, if anything. */
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
