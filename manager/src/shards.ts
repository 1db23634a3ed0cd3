import {
  LeadershipLostError,
  type Clock,
  type LeaderElector,
  type Leadership,
  type Logger,
  type Metrics,
  type Transport,
} from '@vmgen/runtime';
import { leaseResource, type Lease } from '@vmgen/runtime/api';
import {
  childAbort,
  createElector,
  createFullClient,
  createLeaseLock,
  electionTiming,
  onAbort,
  pause,
  withTimeout,
  type ElectionTiming,
  type LeaseLock,
} from '@vmgen/runtime/internal';
import { guardWrites, type Claim } from './claim.js';
import { runTogether, untilAborted } from './run-together.js';
import { holderOf, nameOfMember, type ShardKeys } from './shard-keys.js';

/** The shards of a member; see {@link ManagerState}. */
export interface ShardingState {
  /** The total number of shards, of all members. */
  readonly shards: number;
  /** The shards that this process holds. */
  readonly held: readonly number[];
  /** The shards that this process should hold, according to the living members. */
  readonly wanted: readonly number[];
  /** The identities of the members that this process considers alive. */
  readonly members: readonly string[];
}

interface ShardsOptions {
  readonly keys: ShardKeys;
  /** The prefix of the Leases. */
  readonly leaseName: string;
  readonly identity: string;
  readonly timing: Partial<ElectionTiming>;
  /** Sends requests without checks. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly shutdownMs: number;
  /** Ends the process if its event loop is blocked when the Lease of this member expires. */
  readonly watchdog: boolean;
  /**
   * Called after shards were gained or lost, and never concurrently. `gained` matches the keys of gained
   * shards; undefined without a gain. Resolves when work on them may begin.
   */
  readonly onMoved: (
    gained: ((key: string) => boolean) | undefined,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Called when this process begins to reconcile the keys of a shard. */
  readonly onReady: (isOfShard: (key: string) => boolean) => void;
  /** Called when this process no longer reconciles the keys of a shard. */
  readonly onLost: (isOfShard: (key: string) => boolean) => void;
}

/** What runs while this process is a member. */
interface MemberWork {
  readonly namespace: string;
  readonly signal: AbortSignal;
  /** Runs as long as this process is a member. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Runs while this process holds shard 0. */
  readonly lead: (leadership: Leadership) => Promise<void>;
}

/** A shard that this process holds. */
interface HeldShard {
  readonly leadership: Leadership;
  readonly transport: Transport;
  /** Aborts the running reconciles of the shard. */
  readonly stopping: AbortController;
  /** The caches contain the objects of the shard. */
  isReady: boolean;
  running: number;
  onDrained: () => void;
}

/** The last observed state of a Lease of the operator. */
interface ObservedLease {
  readonly record: string;
  readonly holder: string;
  readonly expiresAtMs: number;
}

/** A dead member's Lease is deleted after so many lease durations. */
const FORGOTTEN_AFTER = 4;

/**
 * The shards of one member. Each member holds a Lease of its own, which shows that it is alive, and
 * the Leases of its shards, by the same election as a single leader: two members never hold a shard at
 * the same time, whatever they think of each other. A member contends for a shard only if it should
 * hold it (rendezvous hashing over the living members) and its Lease is free or expired.
 */
export class Shards {
  readonly #options: ShardsOptions;
  readonly #timing: ElectionTiming;
  readonly #held = new Map<number, HeldShard>();
  /** The running candidates, which hold a shard or contend for it. */
  readonly #candidates = new Map<number, AbortController>();
  readonly #observed = new Map<string, ObservedLease>();
  readonly #moved: (direction: 'gained' | 'lost') => void;
  #locks: readonly LeaseLock[] = [];
  #wanted: readonly number[] = [];
  #elector: LeaderElector | undefined;
  #isMember = false;
  #moves = 0;
  /** Ends the current pause of a loop. */
  #wake = (): void => {};

  constructor(options: ShardsOptions) {
    this.#options = options;
    this.#timing = electionTiming(options.timing);
    const { metrics } = options;
    const moves = metrics?.counter({
      name: 'vmgen_shard_moves_total',
      help: 'Number of shards that this process has gained or lost.',
      labels: ['direction'],
    });
    for (const direction of ['gained', 'lost']) moves?.add({ direction }, 0);
    this.#moved = (direction) => moves?.add({ direction });
    metrics?.observe(
      { name: 'vmgen_shards_held', help: 'Number of shards that this process holds.', labels: [] },
      (report) => report({}, this.#held.size),
    );
  }

  /** The term of shard 0, whose holder is the leader; undefined while another process holds it. */
  get leadership(): Leadership | undefined {
    return this.#held.get(0)?.leadership;
  }

  /** The identity of the leader as last observed; empty if it is unknown. */
  get leader(): string {
    return this.#locks[0]?.holder ?? '';
  }

  /** The election of the Lease of this member. */
  get elector(): LeaderElector | undefined {
    return this.#elector;
  }

  /** The shards that this process holds. */
  get held(): readonly number[] {
    return [...this.#held.keys()].sort((a, b) => a - b);
  }

  get state(): ShardingState {
    return {
      shards: this.#options.keys.count,
      held: this.held,
      wanted: this.#wanted,
      members: this.#members(),
    };
  }

  /** Whether this process holds the shard of a key. */
  holds(key: string): boolean {
    return this.#held.has(this.#options.keys.shardOf(key));
  }

  /** Throws while this process is not a member. */
  checkReady(): void {
    if (!this.#isMember) throw new Error('this process does not hold its member lease yet');
  }

  /** See `ShardingOptions.by`. */
  get by(): 'key' | 'namespace' {
    return this.#options.keys.by;
  }

  /** Returns the `shardSelector` of the held shards; undefined if it cannot be expressed. */
  get selector(): string | undefined {
    return this.#options.keys.selectorOf(this.held);
  }

  /** Starts work on a key; undefined if this process must not work on it. */
  claim(key: string): Claim | undefined {
    const held = this.#held.get(this.#options.keys.shardOf(key));
    if (held === undefined || !held.isReady) return undefined;
    held.running++;
    const { leadership, transport, stopping } = held;
    return {
      transport,
      signal: stopping.signal,
      effect: (run) => leadership.guard(run),
      end: () => {
        if (--held.running === 0) held.onDrained();
      },
    };
  }

  /**
   * Takes part until the signal aborts and all shards are released. Rejects with a
   * `LeadershipLostError` if the Lease of this member is lost, and with the error of the work.
   */
  async run({ namespace, signal, work, lead }: MemberWork): Promise<void> {
    const { identity, leaseName, keys, watchdog } = this.#options;
    const lockOf = (name: string) => this.#leaseOptions(name, namespace);
    this.#locks = Array.from({ length: keys.count }, (_, shard) =>
      createLeaseLock(this.#options.transport, lockOf(`${leaseName}-shard-${shard}`)),
    );
    const own = lockOf(`${leaseName}-member-${nameOfMember(identity)}`);
    this.#elector = createElector(
      {
        ...own,
        watchdog,
        releaseOnCancel: true,
        callbacks: {
          onStartedLeading: async (membership) => {
            this.#isMember = true;
            const loops = [
              work,
              (ending: AbortSignal) => this.#coordinate(namespace, lead, ending),
              (ending: AbortSignal) => this.#prepare(ending),
            ];
            await runTogether(loops, membership.signal);
          },
        },
        signal,
      },
      createLeaseLock(this.#options.transport, own),
    );
    const outcome = await this.#elector.run();
    this.#isMember = false;
    if (outcome === 'lost') throw new LeadershipLostError('the lease of this member was lost');
    await this.#deleteLease(own.leaseName, namespace);
  }

  #leaseOptions(leaseName: string, leaseNamespace: string) {
    const { identity, clock, logger, shutdownMs } = this.#options;
    return { ...this.#timing, leaseName, leaseNamespace, identity, clock, logger, shutdownMs };
  }

  /** Follows the Leases, and contends for shards and releases them, until the signal aborts. */
  async #coordinate(
    namespace: string,
    lead: MemberWork['lead'],
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, logger } = this.#options;
    const runs = new Set<Promise<void>>();
    const failed = new AbortController();
    const ending = childAbort(signal, failed.signal);
    const start = (shard: number, lock: LeaseLock): void => {
      const run = this.#contend(shard, lock, namespace, lead)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => runs.delete(run));
      runs.add(run);
    };
    while (!ending.signal.aborted) {
      if (await this.#observeLeases(namespace, ending.signal)) this.#assign(start);
      const nowMs = clock.nowMs();
      const expiries = [...this.#observed.values()].map(({ expiresAtMs }) => expiresAtMs - nowMs);
      const next = Math.min(this.#timing.retryPeriodMs, ...expiries.filter((ms) => ms > 0));
      await pause(clock, next, ending.signal);
    }
    ending.abort();
    for (const stopping of this.#candidates.values()) stopping.abort();
    await Promise.all(runs);
    if (!failed.signal.aborted) return;
    logger.error('the work on a shard failed', { error: failed.signal.reason });
    throw failed.signal.reason;
  }

  /** Reads the Leases of the operator. Resolves with whether it could. */
  async #observeLeases(namespace: string, signal: AbortSignal): Promise<boolean> {
    const { transport, clock, logger, leaseName } = this.#options;
    const client = createFullClient(transport, leaseResource, namespace);
    const idle = [...this.#locks.keys()].filter((shard) => !this.#candidates.has(shard));
    try {
      const { items } = await withTimeout(
        clock,
        this.#timing.renewDeadlineMs / 2,
        signal,
        (limited) => client.list({ signal: limited }),
      );
      const leases = new Map(items.map((lease) => [lease.metadata.name, lease]));
      for (const shard of idle) {
        // The lock of a candidate reads for itself; this state may be older.
        if (this.#candidates.has(shard)) continue;
        this.#locks[shard]?.observe(leases.get(`${leaseName}-shard-${shard}`));
      }
      for (const name of this.#observed.keys()) {
        if (!leases.has(name)) this.#observed.delete(name);
      }
      for (const [name, lease] of leases) {
        if (isLeaseOf(leaseName, name)) this.#observe(name, lease);
      }
      await this.#forgetDead(namespace);
      return true;
    } catch (error) {
      if (!signal.aborted) logger.warn('could not list the leases of the members', { error });
      return false;
    }
  }

  /** A Lease is valid for its duration from when its last change was observed. */
  #observe(name: string, { spec = {} }: Lease): void {
    const { holderIdentity: holder = '', leaseDurationSeconds, renewTime } = spec;
    const record = JSON.stringify([holder, renewTime, leaseDurationSeconds]);
    if (this.#observed.get(name)?.record === record) return;
    const durationMs = (leaseDurationSeconds ?? 0) * 1000 || this.#timing.leaseDurationMs;
    const expiresAtMs = this.#options.clock.nowMs() + durationMs;
    this.#observed.set(name, { record, holder, expiresAtMs });
  }

  /** The identities with a valid Lease of any kind, so that a member outlives its shards. */
  #members(): readonly string[] {
    const nowMs = this.#options.clock.nowMs();
    const living = [...this.#observed.values()]
      .filter(({ holder, expiresAtMs }) => holder !== '' && expiresAtMs > nowMs)
      .map(({ holder }) => holder);
    const own = this.#isMember ? [this.#options.identity] : [];
    return [...new Set([...own, ...living])].sort();
  }

  /** Releases the shards that others should hold, and contends for free ones of this member. */
  #assign(start: (shard: number, lock: LeaseLock) => void): void {
    const members = this.#members();
    const { identity } = this.#options;
    this.#wanted = [...this.#locks.keys()].filter((shard) => holderOf(shard, members) === identity);
    for (const [shard, stopping] of this.#candidates) {
      if (!this.#wanted.includes(shard)) stopping.abort();
    }
    for (const shard of this.#wanted) {
      const lock = this.#locks[shard];
      if (lock?.isAvailable && !this.#candidates.has(shard)) start(shard, lock);
    }
  }

  /** Deletes the Leases that dead members have left behind. One member does so. */
  async #forgetDead(namespace: string): Promise<void> {
    if (this.leadership === undefined) return;
    const { clock, leaseName } = this.#options;
    const deadMs = clock.nowMs() - FORGOTTEN_AFTER * this.#timing.leaseDurationMs;
    for (const [name, { expiresAtMs }] of this.#observed) {
      if (!name.startsWith(`${leaseName}-member-`) || expiresAtMs > deadMs) continue;
      this.#observed.delete(name);
      await this.#deleteLease(name, namespace);
    }
  }

  async #deleteLease(name: string, namespace: string): Promise<void> {
    const { transport, clock, logger } = this.#options;
    const client = createFullClient(transport, leaseResource, namespace);
    try {
      await withTimeout(clock, this.#timing.renewDeadlineMs / 2, undefined, (signal) =>
        client.delete(name, { signal }),
      );
    } catch (error) {
      logger.verbose(2, 'could not delete the lease of a member', { lease: name, error });
    }
  }

  /** Contends for a shard, and holds it until it is aborted or lost. */
  async #contend(
    shard: number,
    lock: LeaseLock,
    namespace: string,
    lead: MemberWork['lead'],
  ): Promise<void> {
    const { leaseName, logger } = this.#options;
    const stopping = new AbortController();
    this.#candidates.set(shard, stopping);
    try {
      const elector = createElector(
        {
          ...this.#leaseOptions(`${leaseName}-shard-${shard}`, namespace),
          releaseOnCancel: true,
          callbacks: { onStartedLeading: (leadership) => this.#hold(shard, leadership, lead) },
          signal: stopping.signal,
        },
        lock,
      );
      const outcome = await elector.run();
      const held = this.#held.get(shard);
      if (outcome !== 'lost') return;
      logger.warn('lost a shard', { shard });
      if (held === undefined) return;
      throw new LeadershipLostError(`reconciles of the lost shard ${shard} are still running`);
    } finally {
      this.#candidates.delete(shard);
    }
  }

  /** Works on a shard until its leadership ends and its reconciles have ended. */
  async #hold(shard: number, leadership: Leadership, lead: MemberWork['lead']): Promise<void> {
    const { transport, logger } = this.#options;
    const stopping = new AbortController();
    const held: HeldShard = {
      leadership,
      stopping,
      transport: guardWrites(transport, () => leadership.check()),
      isReady: false,
      running: 0,
      onDrained: () => {},
    };
    await leadership.guard(async (over) => {
      const stopListening = onAbort(over, () => stopping.abort(over.reason));
      this.#held.set(shard, held);
      this.#changed('gained');
      logger.info('gained a shard', { shard });
      try {
        const tasks = shard === 0 ? [() => lead(leadership)] : [];
        await runTogether([...tasks, untilAborted], leadership.signal);
      } finally {
        held.isReady = false;
        this.#options.onLost(this.#matcherOf(shard));
        await this.#drain(held, over);
        this.#held.delete(shard);
        this.#changed('lost');
        stopListening();
        logger.info('released a shard', { shard });
      }
    });
  }

  /** Waits for the running reconciles, and aborts them if they take long. */
  async #drain(held: HeldShard, over: AbortSignal): Promise<void> {
    if (held.running === 0) return;
    const { clock, shutdownMs } = this.#options;
    const drained = new Promise<void>((resolve) => (held.onDrained = resolve));
    const timer = clock.setTimer(shutdownMs === 0 ? 2 ** 31 - 1 : shutdownMs / 2, () =>
      held.stopping.abort(new LeadershipLostError('the shard moves to another member')),
    );
    if (over.aborted) held.stopping.abort(over.reason);
    await drained;
    timer.cancel();
  }

  #changed(direction: 'gained' | 'lost'): void {
    this.#moved(direction);
    this.#moves++;
    this.#wake();
  }

  #matcherOf(shard: number): (key: string) => boolean {
    return (key) => this.#options.keys.shardOf(key) === shard;
  }

  /** Renews the caches after moves. Several moves at the same time are one renewal. */
  async #prepare(signal: AbortSignal): Promise<void> {
    const stopListening = onAbort(signal, () => this.#wake());
    for (let done = 0; !signal.aborted;) {
      if (done === this.#moves) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      done = this.#moves;
      const gained = [...this.#held].filter(([, { isReady }]) => !isReady);
      const shards = new Set(gained.map(([shard]) => shard));
      const isGained = (key: string): boolean => shards.has(this.#options.keys.shardOf(key));
      await this.#options.onMoved(gained.length > 0 ? isGained : undefined, signal);
      for (const [shard, held] of gained) {
        if (this.#held.get(shard) !== held || held.leadership.signal.aborted) continue;
        held.isReady = true;
        this.#options.onReady(this.#matcherOf(shard));
      }
    }
    stopListening();
  }
}

function isLeaseOf(leaseName: string, name: string): boolean {
  return name.startsWith(`${leaseName}-member-`) || name.startsWith(`${leaseName}-shard-`);
}
