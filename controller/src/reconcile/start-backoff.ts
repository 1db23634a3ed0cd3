import type { Clock } from '@vmgen/runtime';

const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 300_000;
/** The failures of a server are reset after this time without a restart. */
const RESET_AFTER_MS = 600_000;

interface Attempts {
  readonly generation: number;
  readonly count: number;
  readonly lastMs: number;
}

/**
 * Delays the restarts of a server that cannot start or exits repeatedly: 10 s, 20 s, and so on up
 * to 5 min, as the kubelet does for containers. A changed spec resets the delay.
 */
export class StartBackoff {
  readonly #clock: Clock;
  readonly #tries = new Map<string, Attempts>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the remaining delay before the server of `uid` may be started, in milliseconds. */
  remainingMs(uid: string, generation: number): number {
    const tries = this.#current(uid, generation);
    if (tries === undefined) return 0;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (tries.count - 1), MAX_DELAY_MS);
    return Math.max(0, tries.lastMs + delayMs - this.#clock.nowMs());
  }

  /** Records a restart or a failed start. */
  record(uid: string, generation: number): void {
    const count = (this.#current(uid, generation)?.count ?? 0) + 1;
    this.#tries.set(uid, { generation, count, lastMs: this.#clock.nowMs() });
  }

  forget(uid: string): void {
    this.#tries.delete(uid);
  }

  #current(uid: string, generation: number): Attempts | undefined {
    const tries = this.#tries.get(uid);
    if (tries === undefined || tries.generation !== generation) return undefined;
    return this.#clock.nowMs() - tries.lastMs < RESET_AFTER_MS ? tries : undefined;
  }
}
