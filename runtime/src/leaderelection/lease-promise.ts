import type { LeaseSpec } from '../api/lease.js';

/**
 * Until when the holders that were observed in a Lease may act, by the local monotonic clock.
 *
 * A holder ends its term within the duration that it wrote into the Lease itself, so the duration in
 * the observed record counts, without an upper bound, from the local time at which the record was
 * observed. client-go does the same (tools/leaderelection: `isLeaseValid` reads LeaseDurationSeconds
 * of the observed record). A candidate therefore never overlaps with a holder that is configured
 * with other durations. A Lease of a dead holder with an absurd duration blocks the election until
 * somebody deletes the Lease or empties `holderIdentity`, as with client-go.
 *
 * A duration that is missing or below 1 s, which no API server accepts, is replaced by the duration of
 * the observing candidate.
 *
 * A change that the protocol does not know (the Lease was deleted, emptied, or given to another holder
 * by hand) is not known to the previous holder yet. The previous holder is waited for, but for no
 * longer than the duration of the observing candidate, so that such a change does recover from any
 * Lease. Candidates with equal durations do not overlap even then. client-go does not wait at all.
 * A release by the holder itself comes after its work has ended, so it ends the wait at once.
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
   * The Lease was observed to change at `nowMs`.
   *
   * @param before the record of another process that was observed last; undefined when the Lease was
   *   free, unknown or held by this process
   * @param after the record that was observed now; undefined when the Lease was deleted
   */
  changed(before: LeaseSpec | undefined, after: LeaseSpec | undefined, nowMs: number): void {
    if (after !== undefined && isRelease(after)) {
      this.#untilMs = -Infinity;
      return;
    }
    // The holder before this one may have renewed once more, unobserved, before the change.
    const previousMs = Math.min(this.#durationMs(before), this.#ownDurationMs);
    const earlierMs = Math.min(this.#untilMs, nowMs + this.#ownDurationMs);
    this.#untilMs = Math.max(earlierMs, nowMs + previousMs, nowMs + this.#durationMs(after));
  }

  /** How long the holder of a record may act after its renewal; -Infinity for a record without one. */
  #durationMs(spec: LeaseSpec | undefined): number {
    if (!spec?.holderIdentity) return -Infinity;
    const durationMs = Number(spec.leaseDurationSeconds) * 1000;
    return durationMs >= 1000 ? durationMs : this.#ownDurationMs;
  }
}

/** What a holder writes to release the lease, here as in client-go. */
export function releasedSpec(spec: LeaseSpec | undefined, now: string): LeaseSpec {
  // The API server refuses a duration of 0.
  const free = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
  return { ...spec, ...free };
}

function isRelease(spec: LeaseSpec): boolean {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime } = spec;
  if (holderIdentity || leaseDurationSeconds !== 1) return false;
  return renewTime !== undefined && renewTime === acquireTime;
}
