import type { Clock } from '@vmgen/runtime';
import type { ServerOwner, ServerUsage, VmDriver } from '../driver/vm-driver.js';

interface Sample {
  readonly serverId: string;
  readonly atMs: number;
  readonly usage: ServerUsage;
}

const IDLE: ServerUsage = { cpu: 0, memory: 0 };

/** Samples each server at most once per period. */
export class UsageSampler {
  readonly #driver: VmDriver;
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #samples = new Map<string, Sample>();

  constructor(driver: VmDriver, clock: Clock, periodMs: number) {
    this.#driver = driver;
    this.#clock = clock;
    this.#periodMs = periodMs;
  }

  /** Returns the last sample, or takes a new one if it is older than the period. */
  async sample(owner: ServerOwner, serverId: string, signal: AbortSignal): Promise<ServerUsage> {
    const last = this.#samples.get(owner.uid);
    if (last?.serverId === serverId && this.dueInMs(owner.uid) > 0) return last.usage;
    const usage = (await this.#driver.getServerUsage(owner, { signal })) ?? IDLE;
    this.#samples.set(owner.uid, { serverId, atMs: this.#clock.nowMs(), usage });
    return usage;
  }

  /** Returns when the next sample is due, in milliseconds from now. */
  dueInMs(uid: string): number {
    const last = this.#samples.get(uid);
    return last === undefined ? 0 : Math.max(0, last.atMs + this.#periodMs - this.#clock.nowMs());
  }

  forget(uid: string): void {
    this.#samples.delete(uid);
  }
}
