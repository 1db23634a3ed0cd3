import type { Lease, LeaseSpec } from '../api/lease.js';
import { isNotFound } from '../client/errors.js';
import type { ResourceClient } from '../client/resource-client.js';
import type { Clock } from '../async/clock.js';
import { formatMicroTime } from '../meta/time.js';
import { LeasePromise, releasedSpec } from './lease-promise.js';

/** What an election needs of the typed client of Leases. */
type LeaseClient = Pick<ResourceClient<Lease>, 'get' | 'create' | 'update'>;

interface LeaseLockOptions {
  readonly client: LeaseClient;
  readonly clock: Clock;
  readonly leaseName: string;
  readonly leaseNamespace: string;
  readonly identity: string;
  readonly leaseDurationMs: number;
}

/** A write that so many came after has long been refused or lost. */
const MAX_SENT = 100;

/**
 * One process's view of a Lease: what it read last and when it saw that change, and what it wrote
 * itself. Its times are those of the local monotonic clock; the times in the Lease are for people,
 * and a mark by which it knows its own writes again.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  #seen: Lease | undefined;
  #isDeleted = false;
  /** What the others that were seen have promised. */
  readonly #promise: LeasePromise;
  /**
   * The renew times that were sent since the last answer. A write without an answer may have been
   * made; a holder of our name with another renew time is another process (two with one identity).
   */
  readonly #sent = new Set<string>();

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    this.#promise = new LeasePromise(options.leaseDurationMs);
  }

  /** Who holds the lease, as far as was seen; empty when it is free or unknown. */
  get holder(): string {
    return this.#seen?.spec?.holderIdentity || '';
  }

  /** How often the lease had a new holder, as far as was seen. */
  get transitions(): number {
    return this.#seen?.spec?.leaseTransitions ?? 0;
  }

  /** This process wrote what was seen last. */
  get isOurs(): boolean {
    const { holderIdentity, renewTime } = this.#seen?.spec ?? {};
    return (
      holderIdentity === this.#options.identity &&
      renewTime !== undefined &&
      this.#sent.has(renewTime)
    );
  }

  /**
   * Acquires or renews the lease. Resolves with the local time at which the accepted write was sent,
   * or with undefined while another process holds the lease. When this process may hold the lease
   * already, it writes before it reads: one request instead of two.
   */
  async acquireOrRenew(signal: AbortSignal): Promise<number | undefined> {
    const renewedAtMs = this.isOurs ? await this.#renewBlindly(signal) : undefined;
    if (renewedAtMs !== undefined) return renewedAtMs;
    const lease = await this.#read(signal);
    if (this.#isHeldByOther()) return undefined;
    if (lease === undefined) return await this.#create(signal);
    return await this.#update(lease, this.#claim(lease.spec), signal);
  }

  /** Gives the lease free, for others to take at once. Does nothing when it is not ours. */
  async release(signal: AbortSignal): Promise<void> {
    const lease = await this.#read(signal);
    if (lease === undefined || !this.isOurs) return;
    const now = formatMicroTime(this.#options.clock.date());
    await this.#update(lease, releasedSpec(lease.spec, now), signal);
  }

  async #renewBlindly(signal: AbortSignal): Promise<number | undefined> {
    const lease = this.#seen;
    if (lease === undefined) return undefined;
    try {
      return await this.#update(lease, this.#claim(lease.spec), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // Mostly a conflict: reading shows who wrote, and whatever else is wrong.
      return undefined;
    }
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { client, leaseName } = this.#options;
    try {
      const lease = await client.get(leaseName, { signal });
      this.#see(lease);
      return lease;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#seeDeletion();
      return undefined;
    }
  }

  /** Resolves with the time at which the write was sent. */
  async #create(signal: AbortSignal): Promise<number> {
    const { client, clock, leaseName, leaseNamespace } = this.#options;
    const spec = this.#claim(undefined);
    const metadata = { name: leaseName, namespace: leaseNamespace };
    const sentAtMs = clock.nowMs();
    this.#confirm(await client.create({ metadata, spec }, { signal }), spec);
    return sentAtMs;
  }

  /** Resolves with the time at which the write was sent. */
  async #update(lease: Lease, spec: LeaseSpec, signal: AbortSignal): Promise<number> {
    const { client, clock } = this.#options;
    const sentAtMs = clock.nowMs();
    // The resource version makes the server refuse when another process was faster.
    this.#confirm(await client.update({ ...lease, spec }, { signal }), spec);
    return sentAtMs;
  }

  /** The spec by which this process holds the lease; remembered as sent. */
  #claim(before: LeaseSpec | undefined): LeaseSpec {
    const { clock, identity, leaseDurationMs } = this.#options;
    const now = formatMicroTime(clock.date());
    const isRenewal = this.isOurs;
    this.#remember(now);
    const transitions = before?.leaseTransitions ?? 0;
    return {
      ...before,
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
      acquireTime: (isRenewal ? before?.acquireTime : undefined) ?? now,
      renewTime: now,
      leaseTransitions: isRenewal || before === undefined ? transitions : transitions + 1,
    };
  }

  /** As long as no write is answered well, each try sends another. */
  #remember(renewTime: string): void {
    this.#sent.add(renewTime);
    const [oldest] = this.#sent;
    if (this.#sent.size > MAX_SENT && oldest !== undefined) this.#sent.delete(oldest);
  }

  /** The server has taken a write: of those sent before, none can come any more. */
  #confirm(lease: Lease, spec: LeaseSpec): void {
    this.#sent.clear();
    if (spec.holderIdentity !== '' && spec.renewTime !== undefined) this.#sent.add(spec.renewTime);
    this.#see(lease);
  }

  #see(lease: Lease): void {
    const isNews = this.#isDeleted || !isSameRecord(this.#seen?.spec, lease.spec);
    const others = this.#othersSpec();
    this.#seen = lease;
    this.#isDeleted = false;
    if (!isNews || this.isOurs) return;
    this.#promise.changed(others, lease.spec ?? {}, this.#options.clock.nowMs());
  }

  /** A change like any other: the holder does not know of it yet, and acts on for its time. */
  #seeDeletion(): void {
    if (this.#isDeleted) return;
    this.#isDeleted = true;
    this.#promise.changed(this.#othersSpec(), undefined, this.#options.clock.nowMs());
  }

  /** What was seen last, where another wrote it. */
  #othersSpec(): LeaseSpec | undefined {
    return this.isOurs ? undefined : this.#seen?.spec;
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
