import {
  LeadershipLostError,
  systemClock,
  type LeaderElector,
  type Leadership,
} from '@vmgen/runtime';
import { childAbort, pause } from '@vmgen/runtime/async';
import {
  createElector,
  createLeaseLock,
  electionTiming,
  Pace,
  type ElectionTiming,
  type LeaseLock,
} from '@vmgen/runtime/internal';
import { namespaceOfProcess } from '../process/namespace-of-process.js';
import { runTogether, untilAborted } from '../process/run-together.js';
import type { Claim } from './claim.js';
import type {
  ElectedWork,
  Election,
  ElectionChecks,
  ElectionOptions,
  ManagerElectionOptions,
  ShardingState,
} from './election.js';
import { HeldShards } from './held-shards.js';
import { annotationsOf, ExclusionWait, OperatorLeases } from './operator-leases.js';
import { holderOf, nameOfMember, type ShardKeys } from './shard-keys.js';

/**
 * Distributes the keys over all members. Each member holds a Lease of its own, which shows that it is alive, and
 * the Leases of its shards, by the same election as a single leader: two members never hold a shard at
 * the same time, whatever they think of each other. A member contends for a shard only if it should
 * hold it (rendezvous hashing over the living members) and its Lease is free or expired.
 *
 * One member also holds the guard, the Lease that a single leader would hold; see {@link OperatorLeases}.
 * It is distributed like a shard, after the last one, and has no keys.
 */
export class ShardedElection implements Election {
  readonly shards: HeldShards;
  readonly checks: ElectionChecks;
  readonly #options: ElectionOptions;
  readonly #keys: ShardKeys;
  readonly #lease: ManagerElectionOptions;
  readonly #leaseName: string;
  readonly #timing: ElectionTiming;
  /** The running candidates, which hold a shard or contend for it. */
  readonly #candidates = new Map<number, AbortController>();
  readonly #warnings: Pace;
  readonly #wait: ExclusionWait;
  /** Of the shards, and then of the guard. */
  #locks: readonly LeaseLock[] = [];
  #leases: OperatorLeases | undefined;
  #wanted: readonly number[] = [];
  /** The election of the Lease of this member. */
  #elector: LeaderElector | undefined;
  #isMember = false;
  /** Ends the current pause of the coordination. */
  #wake = (): void => {};

  constructor(options: ElectionOptions, lease: ManagerElectionOptions, keys: ShardKeys) {
    this.#options = options;
    this.#keys = keys;
    this.#lease = lease;
    this.#leaseName = lease.leaseName ?? options.name;
    this.#timing = electionTiming(lease);
    this.#warnings = new Pace(options.clock);
    this.#wait = new ExclusionWait({ ...options, rule: keys.rule });
    this.shards = new HeldShards(options, keys);
    this.checks = {
      checkLive: (toleranceMs) => this.#elector?.checkHealth(toleranceMs),
      checkReady: (needsMembership) => {
        if (needsMembership && !this.#isMember) {
          throw new Error('this process does not hold its member lease yet');
        }
        this.#wait.checkReady();
      },
    };
  }

  get isLeader(): boolean {
    return this.shards.termOf(0) !== undefined;
  }

  get leader(): string {
    return this.#locks[0]?.holder ?? '';
  }

  get identity(): string {
    return this.#options.identity();
  }

  get sharding(): ShardingState {
    return {
      shards: this.#keys.count,
      held: this.shards.all,
      wanted: this.#wanted,
      members: this.#members(),
      waitsFor: this.#wait.others,
    };
  }

  checkLeadership(): void {
    const term = this.shards.termOf(0);
    if (term === undefined) throw new LeadershipLostError('another process holds shard 0');
    term.check();
  }

  isOwn(key: string): boolean {
    return this.shards.holds(key);
  }

  claim(key: string): Claim | undefined {
    return this.shards.claim(key);
  }

  async run(work: ElectedWork, signal: AbortSignal): Promise<void> {
    const { transport, clock, random, logger } = this.#options;
    const namespace = this.#lease.leaseNamespace ?? (await namespaceOfProcess());
    const leases = new OperatorLeases({
      leaseName: this.#leaseName,
      rule: this.#keys.rule,
      timing: this.#timing,
      ...{ namespace, transport, clock, logger, signal },
      ...(random && { random }),
    });
    this.#leases = leases;
    this.#locks = Array.from({ length: this.#keys.count + 1 }, (_, shard) =>
      createLeaseLock(transport, this.#leaseOptions(this.#nameOf(shard, leases), namespace)),
    );
    const own = this.#leaseOptions(leases.memberName(nameOfMember(this.identity)), namespace);
    this.#elector = createElector(
      {
        ...own,
        watchdog: clock === systemClock,
        releaseOnCancel: true,
        callbacks: {
          onStartedLeading: async (membership) => {
            this.#isMember = true;
            const loops = [
              ...work.ofReconciler(),
              (ending: AbortSignal) => this.#coordinate(leases, work, ending),
              (ending: AbortSignal) => this.shards.prepare(work, ending),
            ];
            await runTogether(loops, membership.signal);
          },
        },
        signal,
      },
      createLeaseLock(transport, own),
    );
    const outcome = await this.#elector.run();
    this.#isMember = false;
    if (outcome === 'lost') throw new LeadershipLostError('the lease of this member was lost');
    await leases.delete(own.leaseName);
  }

  #nameOf(shard: number, leases: OperatorLeases): string {
    return shard === this.#keys.count ? this.#leaseName : leases.shardName(shard);
  }

  #leaseOptions(leaseName: string, leaseNamespace: string) {
    const { identity } = this;
    const { clock, logger, random, shutdownTimeoutMs } = this.#options;
    const annotations = annotationsOf(this.#keys.rule, identity);
    const options = {
      leaseName,
      leaseNamespace,
      annotations,
      identity,
      clock,
      logger,
      shutdownTimeoutMs,
      ...(random && { random }),
    };
    return { ...this.#timing, ...options };
  }

  /** Follows the Leases, and contends for shards and releases them, until the signal aborts. */
  async #coordinate(leases: OperatorLeases, work: ElectedWork, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const runs = new Set<Promise<void>>();
    const failed = new AbortController();
    const ending = childAbort(signal, failed.signal);
    const start = (shard: number, lock: LeaseLock): void => {
      const run = this.#contend(shard, lock, leases, work)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => runs.delete(run));
      runs.add(run);
    };
    while (!ending.signal.aborted) {
      const woken = childAbort(ending.signal);
      this.#wake = () => woken.abort();
      if (await this.#observeLeases(leases, ending.signal)) this.#assign(leases, start);
      const expiriesMs = leases.expiriesMs.filter((ms) => ms > 0);
      await pause(clock, Math.min(this.#timing.retryPeriodMs, ...expiriesMs), woken.signal);
      woken.abort();
    }
    ending.abort();
    for (const stopping of this.#candidates.values()) stopping.abort();
    await Promise.all(runs);
    if (!failed.signal.aborted) return;
    logger.error('the work on a shard failed', { error: failed.signal.reason });
    throw failed.signal.reason;
  }

  /** Reads the Leases of the operator. Resolves with whether it could. */
  async #observeLeases(leases: OperatorLeases, signal: AbortSignal): Promise<boolean> {
    const { logger } = this.#options;
    const idle = [...this.#locks.keys()].filter((shard) => !this.#candidates.has(shard));
    try {
      const listed = await leases.refresh();
      for (const shard of idle) {
        // The lock of a candidate reads for itself; this state may be older.
        if (this.#candidates.has(shard)) continue;
        this.#locks[shard]?.observe(listed.get(this.#nameOf(shard, leases)));
      }
      // While it works, it does not wait.
      this.#wait.update(this.shards.all.length > 0 ? '' : leases.others);
      if (this.isLeader) await leases.forgetDead();
      return true;
    } catch (error) {
      if (!signal.aborted && this.#warnings.tryTake()) {
        logger.warn('could not list the leases of the members', { error });
      }
      return false;
    }
  }

  /** The identities that share the shards. */
  #members(): readonly string[] {
    const own = this.#isMember ? [this.identity] : [];
    return [...new Set([...own, ...(this.#leases?.members ?? [])])].sort();
  }

  /** Releases the shards that others should hold, and contends for free ones of this member. */
  #assign(leases: OperatorLeases, start: (shard: number, lock: LeaseLock) => void): void {
    const members = this.#members();
    const { identity } = this;
    const { count } = this.#keys;
    const own = [...this.#locks.keys()].filter((shard) => holderOf(shard, members) === identity);
    this.#wanted = own.filter((shard) => shard < count);
    for (const [shard, stopping] of this.#candidates) {
      if (leases.isOverruled || !own.includes(shard)) stopping.abort();
    }
    const mayWork = leases.isGuarded && leases.excluding === '';
    for (const shard of own) {
      const lock = this.#locks[shard];
      const isAllowed = shard === count ? leases.mayGuard : mayWork;
      if (isAllowed && lock?.isAvailable && !this.#candidates.has(shard)) start(shard, lock);
    }
  }

  /** Contends for a shard, and holds it until it is aborted or lost. */
  async #contend(
    shard: number,
    lock: LeaseLock,
    leases: OperatorLeases,
    work: ElectedWork,
  ): Promise<void> {
    const { logger } = this.#options;
    const stopping = new AbortController();
    this.#candidates.set(shard, stopping);
    try {
      const elector = createElector(
        {
          ...this.#leaseOptions(this.#nameOf(shard, leases), leases.namespace),
          releaseOnCancel: true,
          callbacks: {
            onStartedLeading: (leadership) => this.#hold(shard, leadership, leases, work),
          },
          signal: stopping.signal,
        },
        lock,
      );
      const outcome = await elector.run();
      if (outcome === 'lost') logger.warn('lost a shard', { lease: this.#nameOf(shard, leases) });
      // Also if the Lease was lost while the shard was released.
      if (this.shards.termOf(shard) === undefined) return;
      throw new LeadershipLostError(`reconciles of the lost shard ${shard} are still running`);
    } finally {
      this.#candidates.delete(shard);
    }
  }

  /** Works on a shard, or holds the guard, until its leadership ends. */
  async #hold(
    shard: number,
    leadership: Leadership,
    leases: OperatorLeases,
    work: ElectedWork,
  ): Promise<void> {
    if (shard === this.#keys.count) {
      this.#wake();
      await untilAborted(leadership.signal);
    } else if (await this.#isExclusive(leases, leadership.signal)) {
      await this.shards.hold(shard, leadership, work);
    }
  }

  /** Whether no process with another rule works, according to a list after the Lease was acquired. */
  async #isExclusive(leases: OperatorLeases, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      try {
        await leases.refresh();
        return leases.isGuarded && leases.excluding === '';
      } catch {
        // The coordination reports it.
        await pause(clock, this.#timing.retryPeriodMs, signal);
      }
    }
    return false;
  }
}
