import type { LeaseSpec } from '../api/lease.js';
import { MAX_LEASE_DURATION_MS } from './election-timing.js';

/**
 * Until when the holders that were seen in a Lease may act, by the local monotonic clock.
 *
 * A holder ends its term by what it promised: `spec.leaseDurationSeconds`, as it wrote it itself, is
 * always longer than its own deadline. So its word counts, not the duration of who looks on (which
 * is what client-go takes, and has two leaders where the two are configured differently). The promise
 * runs from when a change was seen, which is later than when the holder sent it. Then two never lead
 * at once, whatever durations each of them has, as long as each keeps its own word.
 *
 * A word that no holder of ours can have given (none at all, below 1, or above
 * {@link MAX_LEASE_DURATION_MS}, which an election refuses to be configured with) is garbage, and the
 * duration of who looks on stands in its place. So nothing that stands in a Lease delays an election
 * by more than that bound, and a holder that is gone delays it by what it wrote.
 *
 * A Lease that changes by other ways than the protocol's takes no promise back: where it was deleted,
 * emptied or given to another by hand, the holder seen before does not know of it yet. Only the two
 * writes of a holder itself do: a renewal, and a release, which comes after the work has ended.
 */
export class LeasePromise {
  readonly #ownDurationMs: number;
  #untilMs = -Infinity;

  constructor(ownDurationMs: number) {
    this.#ownDurationMs = ownDurationMs;
  }

  get untilMs(): number {
    return this.#untilMs;
  }

  /**
   * The Lease was seen to change at `nowMs`.
   *
   * @param before what it said of another process; undefined when it was free, unknown or one's own
   * @param after undefined when it was deleted
   */
  changed(before: LeaseSpec | undefined, after: LeaseSpec | undefined, nowMs: number): void {
    if (after !== undefined && isRelease(after)) {
      this.#untilMs = -Infinity;
      return;
    }
    for (const spec of [before, after]) {
      if (!spec?.holderIdentity) continue;
      this.#untilMs = Math.max(this.#untilMs, nowMs + this.#durationMs(spec));
    }
  }

  #durationMs({ leaseDurationSeconds }: LeaseSpec): number {
    const toldMs = Number(leaseDurationSeconds) * 1000;
    const isBelieved = toldMs >= 1000 && toldMs <= MAX_LEASE_DURATION_MS;
    return isBelieved ? toldMs : this.#ownDurationMs;
  }
}

/** What a holder writes that gives the lease free, here as in client-go. */
export function releasedSpec(spec: LeaseSpec | undefined, now: string): LeaseSpec {
  // An API server takes no duration of 0.
  const free = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
  return { ...spec, ...free };
}

function isRelease(spec: LeaseSpec): boolean {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime } = spec;
  if (holderIdentity || leaseDurationSeconds !== 1) return false;
  return renewTime !== undefined && renewTime === acquireTime;
}
