import type { LeaseSpec } from '../api/lease.js';

/**
 * Until when the observed holders of a Lease may act, according to the local monotonic clock.
 *
 * A holder ends its term within the duration that it wrote to the Lease. So the duration in the
 * observed record applies, without an upper limit, from the local time at which the record was
 * observed. client-go does the same (tools/leaderelection: `isLeaseValid` reads
 * LeaseDurationSeconds of the observed record). A candidate therefore never overlaps with a holder
 * that has other durations. As with client-go, a Lease of a dead holder with a very long duration
 * blocks the election until the Lease is deleted or `holderIdentity` is cleared.
 *
 * A duration that is missing or below 1 s, which no API server accepts, is replaced by the duration
 * of the observing candidate.
 *
 * After a change outside of the protocol (the Lease was deleted, cleared, or assigned to another
 * holder manually), the previous holder has not observed the change yet. The candidate waits for
 * it, but at most for the candidate's own duration, so such a change recovers from any Lease. Even
 * then, candidates with equal durations do not overlap. client-go does not wait at all. The holder
 * releases the lease after its work has ended, so a release ends the wait immediately.
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
   * Records a change of the Lease that was observed at `nowMs`.
   *
   * @param before the last observed record of another process; undefined if the Lease was free,
   * unknown or held by this process
   * @param after the newly observed record; undefined if the Lease was deleted
   */
  changed(before: LeaseSpec | undefined, after: LeaseSpec | undefined, nowMs: number): void {
    if (after !== undefined && isRelease(after)) {
      this.#untilMs = -Infinity;
      return;
    }
    // The previous holder may have renewed once more, unobserved, before the change.
    const previousMs = Math.min(this.#durationMs(before), this.#ownDurationMs);
    const earlierMs = Math.min(this.#untilMs, nowMs + this.#ownDurationMs);
    this.#untilMs = Math.max(earlierMs, nowMs + previousMs, nowMs + this.#durationMs(after));
  }

  /**
   * Returns how long the holder of a record may act after its renewal; -Infinity without a holder.
   */
  #durationMs(spec: LeaseSpec | undefined): number {
    if (!spec?.holderIdentity) return -Infinity;
    const durationMs = Number(spec.leaseDurationSeconds) * 1000;
    return durationMs >= 1000 ? durationMs : this.#ownDurationMs;
  }
}

/** Returns the spec that releases the lease, as in client-go. */
export function releasedSpec(spec: LeaseSpec | undefined, now: string): LeaseSpec {
  // The API server rejects a duration of 0.
  const free = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
  return { ...spec, ...free };
}

function isRelease(spec: LeaseSpec): boolean {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime } = spec;
  if (holderIdentity || leaseDurationSeconds !== 1) return false;
  return renewTime !== undefined && renewTime === acquireTime;
}
