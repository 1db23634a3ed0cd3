import type { Lease } from '../api/lease.js';
import { childAbort } from '../async/child-abort.js';
import { pause, type Clock, type ClockTimer } from '../async/clock.js';
import type { Random } from '../async/random.js';
import { ApiError, isForbidden } from '../client/errors.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { Logger } from '../logging/logger.js';

/** Candidates that receive a release at the same time try within this time, instead of at once. */
const SPREAD_MS = 500;

interface ReleaseWatchOptions {
  /** Watches the Lease. */
  readonly watch: (signal: AbortSignal) => AsyncIterable<WatchEvent<Lease>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * Wakes up a candidate when the Lease is released. It decides nothing: the candidate reads the Lease
 * then, as after each retry period. So a watch that fails or is late only delays the candidate. It is
 * repeated with the next retry period, unless the permission is missing.
 */
export class ReleaseWatch {
  readonly #options: ReleaseWatchOptions;
  readonly #ending = new AbortController();
  #isRunning = false;
  #isForbidden = false;
  #isReleased = false;
  #timer: ClockTimer | undefined;
  #wake = (): void => {};

  constructor(options: ReleaseWatchOptions) {
    this.#options = options;
  }

  /** Waits for `delayMs`, or until the Lease is released or the signal aborts. */
  async wait(delayMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRunning && !this.#isForbidden) void this.#run();
    const woken = childAbort(signal);
    this.#wake = () => woken.abort();
    if (!this.#isReleased) await pause(this.#options.clock, delayMs, woken.signal);
    this.#isReleased = false;
    woken.abort();
  }

  /** Ends the watch. */
  end(): void {
    this.#timer?.cancel();
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    const { watch, logger } = this.#options;
    this.#isRunning = true;
    try {
      for await (const event of watch(this.#ending.signal)) {
        if (this.#ending.signal.aborted) break;
        this.#receive(event);
      }
    } catch (error) {
      this.#isForbidden = isForbidden(error);
      if (!this.#ending.signal.aborted) {
        logger.verbose(1, 'could not watch the lease; polling it', { error });
      }
    }
    this.#isRunning = false;
  }

  #receive(event: WatchEvent<Lease>): void {
    if (event.type === 'ERROR') throw new ApiError(event.object);
    if (event.type === 'BOOKMARK') return;
    // Another candidate may have been faster.
    this.#timer?.cancel();
    if (event.type !== 'DELETED' && event.object.spec?.holderIdentity) return;
    const { clock, random } = this.#options;
    this.#timer = clock.setTimer(random() * SPREAD_MS, () => {
      this.#isReleased = true;
      this.#wake();
    });
  }
}
