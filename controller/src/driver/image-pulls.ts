import type { Clock } from '@vmgen/runtime';
import { childAbort, sleep, type ClockTimer } from '@vmgen/runtime/async';
import type { DriverScope } from './driver-scope.js';
import { engineError } from './engine-error.js';
import { streamLines } from './stream-lines.js';
import { DriverError } from './vm-driver.js';

/** The maximum time without progress during a pull. The total time has no limit. */
const SILENCE_MS = 60_000;
/** How long the call that starts a pull waits for its end. */
const FIRST_WAIT_MS = 1_000;

/** The calls of the engine for a pull. */
interface PullSource {
  pull(
    image: string,
    options: { readonly abortSignal: AbortSignal },
  ): Promise<NodeJS.ReadableStream>;
}

/** A line of the answer to a pull. A failure after the first line does not change the status. */
interface PullProgress {
  readonly error?: string;
  readonly errorDetail?: { readonly message?: string };
}

interface Pull {
  /** Never rejects. */
  readonly ended: Promise<void>;
  /** Undefined while the pull runs. */
  result?: { readonly atMs: number; readonly error?: DriverError };
}

/**
 * Pulls images in the background, each once at a time. A machine that waits for its image occupies no
 * worker, and can be changed and deleted meanwhile.
 */
export class ImagePulls {
  readonly #engine: PullSource;
  readonly #scope: DriverScope;
  readonly #clock: Clock;
  readonly #pulls = new Map<string, Pull>();

  constructor(engine: PullSource, scope: DriverScope, clock: Clock) {
    this.#engine = engine;
    this.#scope = scope;
    this.#clock = clock;
  }

  /**
   * Starts a pull, or reads the result of the one that runs or has failed. Rejects with the kind
   * `pending` while it runs.
   */
  async pull(image: string, signal: AbortSignal): Promise<void> {
    let pull = this.#pulls.get(image);
    // The machine that has started it may be gone, so that nothing has read its failure.
    const ageMs = this.#clock.nowMs() - (pull?.result?.atMs ?? Infinity);
    if (pull === undefined || ageMs > SILENCE_MS) {
      this.#scope.checkFence();
      pull = this.#start(image);
      await this.#firstWait(pull, signal);
    }
    if (pull.result === undefined) {
      const message = `the engine is pulling image ${image}`;
      throw new DriverError(message, { kind: 'pending', reason: 'ImagePulling' });
    }
    this.#pulls.delete(image);
    if (pull.result.error !== undefined) throw pull.result.error;
  }

  async #firstWait(pull: Pull, signal: AbortSignal): Promise<void> {
    const waiting = childAbort(signal);
    const limit = sleep(FIRST_WAIT_MS, { clock: this.#clock, signal: waiting.signal });
    try {
      await Promise.race([pull.ended, limit]);
    } finally {
      waiting.abort();
    }
  }

  #start(image: string): Pull {
    const end = (error?: DriverError): void => {
      pull.result = { atMs: this.#clock.nowMs(), ...(error && { error }) };
      if (error === undefined) this.#pulls.delete(image);
    };
    const pull: Pull = {
      ended: this.#scope
        .run(undefined, (signal) => this.#follow(image, signal))
        .then(
          () => end(),
          (error: unknown) => end(engineError(`pull image ${image}`, error, 'ImagePullFailed')),
        ),
    };
    this.#pulls.set(image, pull);
    return pull;
  }

  async #follow(image: string, signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const abortSignal = AbortSignal.any([signal, silence.signal]);
    const startLimit = (): ClockTimer => this.#clock.setTimer(SILENCE_MS, () => silence.abort());
    let limit = startLimit();
    try {
      const progress = await this.#engine.pull(image, { abortSignal });
      for await (const line of streamLines(progress)) {
        limit.cancel();
        limit = startLimit();
        const { error, errorDetail } = JSON.parse(line) as PullProgress;
        const failure = errorDetail?.message ?? error;
        if (failure !== undefined) throw pullError(image, failure);
      }
    } catch (error) {
      if (!silence.signal.aborted) throw error;
      const silent = `no progress for ${SILENCE_MS / 1_000} s; check that the engine can reach the registry`;
      throw pullError(image, silent, error);
    } finally {
      limit.cancel();
    }
  }
}

/** The kind is `refused` because the engine responds, so other machines need not wait. */
function pullError(image: string, detail: string, cause?: unknown): DriverError {
  const message = `cannot pull image ${image}: ${detail}`;
  return new DriverError(message, { kind: 'refused', reason: 'ImagePullFailed', cause });
}
