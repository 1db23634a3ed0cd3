import type { Clock } from '@vmgen/runtime';

const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 300_000;
/** A server that was left in peace this long is no longer held to what happened before. */
const FORGIVEN_AFTER_MS = 600_000;

interface Tries {
  readonly generation: number;
  readonly count: number;
  readonly lastMs: number;
}

/**
 * Keeps a server that cannot start, or ends again and again, from being started in a hot loop: 10
 * s, 20 s ... 5 min apart, as the kubelet does with containers. A changed spec starts afresh.
 */
export class StartBackoff {
  readonly #clock: Clock;
  readonly #tries = new Map<string, Tries>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long the server of `uid` must still wait before it is started, in milliseconds. */
  remainingMs(uid: string, generation: number): number {
    const tries = this.#current(uid, generation);
    if (tries === undefined) return 0;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (tries.count - 1), MAX_DELAY_MS);
    return Math.max(0, tries.lastMs + delayMs - this.#clock.nowMs());
  }

  /** To be told of each restart and of each failed start. */
  record(uid: string, generation: number): void {
    const count = (this.#current(uid, generation)?.count ?? 0) + 1;
    this.#tries.set(uid, { generation, count, lastMs: this.#clock.nowMs() });
  }

  forget(uid: string): void {
    this.#tries.delete(uid);
  }

  #current(uid: string, generation: number): Tries | undefined {
    const tries = this.#tries.get(uid);
    if (tries === undefined || tries.generation !== generation) return undefined;
    return this.#clock.nowMs() - tries.lastMs < FORGIVEN_AFTER_MS ? tries : undefined;
  }
}
