import { setTimeout as wait } from 'node:timers/promises';
import { machineMs } from '../support/processes/effects.js';

/** One side effect as its server saw it. Times are milliseconds of the machine's monotonic clock. */
export interface Effect {
  readonly identity: string;
  readonly transitions: number;
  /** Not later than when its process was last sure to lead. */
  readonly checkedMs: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a process sends for an effect. */
export interface EffectRequest extends Pick<Effect, 'identity' | 'transitions'> {
  readonly lease: string;
  /** {@link Effect.checkedMs} as `process.hrtime.bigint()` has it. */
  readonly checkedNs: string;
}

/** The duration of an effect. */
const WORK_MS = 5;

/** The outside system of all elections, which records who did what and when. */
export class Effects {
  readonly #byLease = new Map<string, Effect[]>();

  /** The effects under one lease so far, in the order of their ends. */
  of(lease: string): Effect[] {
    const known = this.#byLease.get(lease) ?? [];
    this.#byLease.set(lease, known);
    return known;
  }

  async carryOut(request: EffectRequest, startMs: number): Promise<void> {
    const { lease, identity, transitions, checkedNs } = request;
    await wait(WORK_MS);
    const checkedMs = Number(checkedNs) / 1e6;
    this.of(lease).push({ identity, transitions, checkedMs, startMs, endMs: machineMs() });
  }
}
