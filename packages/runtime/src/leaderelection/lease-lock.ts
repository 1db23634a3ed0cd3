import type { Lease, LeaseSpec } from '../api/lease.js';
import { isNotFound } from '../client/errors.js';
import type { ResourceClient, WatchEvent } from '../client/resource-client.js';
import type { Clock } from '../async/clock.js';
import { formatMicroTime } from '../meta/time.js';

/** The methods of the Lease client that an election uses. */
type LeaseClient = Pick<ResourceClient<Lease>, 'get' | 'create' | 'update' | 'watch'>;

/** The duration of one watch, so that a connection that is dead is replaced. */
const WATCH_SECONDS = 300;

interface LeaseLockOptions {
  readonly client: LeaseClient;
  readonly clock: Clock;
  readonly leaseName: string;
  readonly leaseNamespace: string;
  readonly identity: string;
  readonly leaseDurationMs: number;
  /** Set by each write of this process. Others are kept. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** The largest number that a Lease can have. Another process may have set it. */
const MAX_TRANSITIONS = 2 ** 31 - 1;
/** A write followed by this many others has been rejected or lost. */
const MAX_SENT = 100;

/**
 * One process's view of a Lease: its last observed state, the time of the last observed change, and
 * its own writes. All times are from the local monotonic clock. The times in the Lease are for
 * people, and identify the process's own writes.
 */
export class LeaseLock {
  /** Called before the holder renews the lease by a read and a write, instead of a write only. */
  onSlowRenewal: (() => void) | undefined;
  readonly #options: LeaseLockOptions;
  #observed: Lease | undefined;
  #isDeleted = false;
  /** The greatest observed number, which is continued after the Lease was deleted or cleared. */
  #transitions: number | undefined;
  /** Until when other observed holders may act. */
  readonly #promise: LeasePromise;
  /**
   * The renew times of writes since the last response. A write without a response may have
   * succeeded. A holder with our identity and another renew time is another process.
   */
  readonly #sent = new Set<string>();

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    this.#promise = new LeasePromise(options.leaseDurationMs);
  }

  /** The last observed holder. Empty if the lease is free or unknown. */
  get holder(): string {
    return this.#observed?.spec?.holderIdentity || '';
  }

  /** The last observed number of transitions. */
  get transitions(): number {
    return this.#observed?.spec?.leaseTransitions ?? 0;
  }

  /** Whether this process wrote the last observed state. */
  get isOurs(): boolean {
    const { holderIdentity, renewTime } = this.#observed?.spec ?? {};
    return (
      holderIdentity === this.#options.identity &&
      renewTime !== undefined &&
      this.#sent.has(renewTime)
    );
  }

  /** Whether an attempt to acquire or renew the lease can succeed now. */
  get isAvailable(): boolean {
    return !this.#isHeldByOther();
  }

  /**
   * Records the current state of the Lease, undefined if it does not exist, that the caller has read.
   * Starts the wait for another holder to expire, as a read of {@link acquireOrRenew} does.
   */
  observe(lease: Lease | undefined): void {
    if (lease === undefined) this.#observeDeletion();
    else this.#observe(lease);
  }

  /** Watches the Lease, beginning with its current state. */
  watch(signal: AbortSignal): AsyncIterable<WatchEvent<Lease>> {
    const { client, leaseName } = this.#options;
    const fieldSelector = `metadata.name=${leaseName}`;
    return client.watch({ fieldSelector, timeoutSeconds: WATCH_SECONDS, signal });
  }

  /**
   * Acquires or renews the lease. Resolves with the local time at which the accepted write was
   * sent, or with undefined if another process holds the lease. If this process may already hold
   * the lease, it writes without reading first, which saves a request.
   */
  async acquireOrRenew(signal: AbortSignal): Promise<number | undefined> {
    const renewedAtMs = this.isOurs ? await this.#renewBlindly(signal) : undefined;
    if (renewedAtMs !== undefined) return renewedAtMs;
    const lease = await this.#read(signal);
    if (this.#isHeldByOther()) return undefined;
    if (lease === undefined) return await this.#create(signal);
    if (this.isOurs) this.onSlowRenewal?.();
    return await this.#update(lease, this.#claim(lease.spec), signal);
  }

  /**
   * Releases the lease, so that others can acquire it immediately. Has no effect if this process
   * does not hold it.
   */
  async release(signal: AbortSignal): Promise<void> {
    const lease = await this.#read(signal);
    if (lease === undefined || !this.isOurs) return;
    const now = formatMicroTime(this.#options.clock.date());
    await this.#update(lease, releasedSpec(lease.spec, now), signal);
  }

  async #renewBlindly(signal: AbortSignal): Promise<number | undefined> {
    const lease = this.#observed;
    if (lease === undefined) return undefined;
    try {
      return await this.#update(lease, this.#claim(lease.spec), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // Usually a conflict. The following read returns the current holder or the error.
      return undefined;
    }
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { client, leaseName } = this.#options;
    try {
      const lease = await client.get(leaseName, { signal });
      this.#observe(lease);
      return lease;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#observeDeletion();
      return undefined;
    }
  }

  /** Resolves with the time at which the write was sent. */
  async #create(signal: AbortSignal): Promise<number> {
    const { annotations, client, clock, leaseName, leaseNamespace } = this.#options;
    const spec = this.#claim(undefined);
    const own = annotations && { annotations };
    const metadata = { name: leaseName, namespace: leaseNamespace, ...own };
    const sentAtMs = clock.nowMs();
    this.#confirm(await client.create({ metadata, spec }, { signal }), spec);
    return sentAtMs;
  }

  /** Resolves with the time at which the write was sent. */
  async #update(lease: Lease, spec: LeaseSpec, signal: AbortSignal): Promise<number> {
    const { annotations, client, clock } = this.#options;
    const { metadata } = lease;
    const own = annotations && { annotations: { ...metadata.annotations, ...annotations } };
    const sentAtMs = clock.nowMs();
    // Because of the resource version, the server rejects the write if another process was faster.
    const written = { ...lease, metadata: { ...metadata, ...own }, spec };
    this.#confirm(await client.update(written, { signal }), spec);
    return sentAtMs;
  }

  /**
   * Returns the spec with which this process holds the lease, and records its renew time as sent.
   */
  #claim(before: LeaseSpec | undefined): LeaseSpec {
    const { clock, identity, leaseDurationMs } = this.#options;
    const now = formatMicroTime(clock.date());
    const isRenewal = this.isOurs;
    this.#recordSent(now);
    // Before the first Lease, this is the first holder.
    const next = this.#transitions === undefined ? 0 : this.#transitions + 1;
    return {
      ...before,
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
      acquireTime: (isRenewal ? before?.acquireTime : undefined) ?? now,
      renewTime: now,
      leaseTransitions: isRenewal ? (this.#transitions ?? 0) : Math.min(next, MAX_TRANSITIONS),
    };
  }

  /** While no write succeeds, each attempt adds another renew time. */
  #recordSent(renewTime: string): void {
    this.#sent.add(renewTime);
    const [oldest] = this.#sent;
    if (this.#sent.size > MAX_SENT && oldest !== undefined) this.#sent.delete(oldest);
  }

  /** Records an accepted write. Earlier writes can no longer succeed. */
  #confirm(lease: Lease, spec: LeaseSpec): void {
    this.#sent.clear();
    if (spec.holderIdentity !== '' && spec.renewTime !== undefined) this.#sent.add(spec.renewTime);
    this.#observe(lease);
  }

  #observe(lease: Lease): void {
    const isChanged = this.#isDeleted || !isSameRecord(this.#observed?.spec, lease.spec);
    const others = this.#othersSpec();
    this.#observed = lease;
    this.#transitions = Math.max(this.#transitions ?? 0, this.transitions);
    this.#isDeleted = false;
    if (!isChanged || this.isOurs) return;
    this.#promise.changed(others, lease.spec ?? {}, this.#options.clock.nowMs());
  }

  /**
   * Records a deletion of the Lease. The holder has not observed it yet and continues to act until
   * its deadline.
   */
  #observeDeletion(): void {
    if (this.#isDeleted) return;
    this.#isDeleted = true;
    this.#promise.changed(this.#othersSpec(), undefined, this.#options.clock.nowMs());
  }

  /** The last observed spec if another process wrote it. */
  #othersSpec(): LeaseSpec | undefined {
    return this.isOurs ? undefined : this.#observed?.spec;
  }

  #isHeldByOther(): boolean {
    return !this.isOurs && this.#options.clock.nowMs() < this.#promise.untilMs;
  }
}

function isSameRecord(a: LeaseSpec | undefined, b: LeaseSpec | undefined): boolean {
  return (
    a?.holderIdentity === b?.holderIdentity &&
    a?.renewTime === b?.renewTime &&
    a?.acquireTime === b?.acquireTime &&
    a?.leaseDurationSeconds === b?.leaseDurationSeconds &&
    a?.leaseTransitions === b?.leaseTransitions
  );
}

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
class LeasePromise {
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
function releasedSpec(spec: LeaseSpec | undefined, now: string): LeaseSpec {
  // The API server rejects a duration of 0.
  const free = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
  return { ...spec, ...free };
}

function isRelease(spec: LeaseSpec): boolean {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime } = spec;
  if (holderIdentity || leaseDurationSeconds !== 1) return false;
  return renewTime !== undefined && renewTime === acquireTime;
}
