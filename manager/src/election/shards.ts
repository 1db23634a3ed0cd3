import {
  LeadershipLostError,
  type Clock,
  type LeaderElector,
  type Leadership,
  type Logger,
  type Metrics,
  type Transport,
} from '@vmgen/runtime';
import {
  childAbort,
  createElector,
  createLeaseLock,
  electionTiming,
  onAbort,
  Pace,
  pause,
  type ElectionTiming,
  type LeaseLock,
} from '@vmgen/runtime/internal';
import { guardWrites, type Claim } from './claim.js';
import { annotationsOf, ExclusionWait, OperatorLeases } from './operator-leases.js';
import { runTogether, untilAborted } from '../process/run-together.js';
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
  /**
   * The living processes that distribute the objects by another rule, such as another number of shards.
   * This process works when they have ended. Empty without such processes.
   */
  readonly waitsFor: string;
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

/**
 * The shards of one member. Each member holds a Lease of its own, which shows that it is alive, and
 * the Leases of its shards, by the same election as a single leader: two members never hold a shard at
 * the same time, whatever they think of each other. A member contends for a shard only if it should
 * hold it (rendezvous hashing over the living members) and its Lease is free or expired.
 *
 * One member also holds the guard, the Lease that a single leader would hold; see {@link OperatorLeases}.
 * It is distributed like a shard, after the last one, and has no keys.
 */
export class Shards {
  readonly #options: ShardsOptions;
  readonly #timing: ElectionTiming;
  readonly #held = new Map<number, HeldShard>();
  /** The running candidates, which hold a shard or contend for it. */
  readonly #candidates = new Map<number, AbortController>();
  readonly #warnings: Pace;
  readonly #wait: ExclusionWait;
  readonly #moved: (direction: 'gained' | 'lost') => void;
  /** Of the shards, and then of the guard. */
  #locks: readonly LeaseLock[] = [];
  #leases: OperatorLeases | undefined;
  #wanted: readonly number[] = [];
  #elector: LeaderElector | undefined;
  #isMember = false;
  #moves = 0;
  /** Ends the current pause of a loop. */
  #wake = (): void => {};
  #wakeCoordination = (): void => {};

  constructor(options: ShardsOptions) {
    this.#options = options;
    this.#timing = electionTiming(options.timing);
    this.#warnings = new Pace(options.clock);
    this.#wait = new ExclusionWait({ ...options, rule: options.keys.rule });
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
      waitsFor: this.#wait.others,
    };
  }

  /** Whether this process holds the shard of a key. */
  holds(key: string): boolean {
    return this.#held.has(this.#options.keys.shardOf(key));
  }

  /** Throws while this process is not a member, or if it waits for others too long. */
  checkReady(): void {
    if (!this.#isMember) throw new Error('this process does not hold its member lease yet');
    this.#wait.checkReady();
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
    const { identity, keys, watchdog } = this.#options;
    const leases = new OperatorLeases({
      ...this.#options,
      namespace,
      rule: keys.rule,
      timing: this.#timing,
      signal,
    });
    this.#leases = leases;
    this.#locks = Array.from({ length: keys.count + 1 }, (_, shard) =>
      createLeaseLock(
        this.#options.transport,
        this.#leaseOptions(this.#nameOf(shard, leases), namespace),
      ),
    );
    const own = this.#leaseOptions(leases.memberName(nameOfMember(identity)), namespace);
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
              (ending: AbortSignal) => this.#coordinate(leases, lead, ending),
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
    await leases.delete(own.leaseName);
  }

  #nameOf(shard: number, leases: OperatorLeases): string {
    const { keys, leaseName } = this.#options;
    return shard === keys.count ? leaseName : leases.shardName(shard);
  }

  #leaseOptions(leaseName: string, leaseNamespace: string) {
    const { identity, keys, clock, logger, shutdownMs } = this.#options;
    const annotations = annotationsOf(keys.rule, identity);
    const options = { leaseName, leaseNamespace, annotations, identity, clock, logger, shutdownMs };
    return { ...this.#timing, ...options };
  }

  /** Follows the Leases, and contends for shards and releases them, until the signal aborts. */
  async #coordinate(
    leases: OperatorLeases,
    lead: MemberWork['lead'],
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, logger } = this.#options;
    const runs = new Set<Promise<void>>();
    const failed = new AbortController();
    const ending = childAbort(signal, failed.signal);
    const start = (shard: number, lock: LeaseLock): void => {
      const run = this.#contend(shard, lock, leases, lead)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => runs.delete(run));
      runs.add(run);
    };
    while (!ending.signal.aborted) {
      const woken = childAbort(ending.signal);
      this.#wakeCoordination = () => woken.abort();
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
      this.#wait.update(this.#held.size > 0 ? '' : leases.others);
      if (this.leadership !== undefined) await leases.forgetDead();
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
    const own = this.#isMember ? [this.#options.identity] : [];
    return [...new Set([...own, ...(this.#leases?.members ?? [])])].sort();
  }

  /** Releases the shards that others should hold, and contends for free ones of this member. */
  #assign(leases: OperatorLeases, start: (shard: number, lock: LeaseLock) => void): void {
    const members = this.#members();
    const { identity, keys } = this.#options;
    const own = [...this.#locks.keys()].filter((shard) => holderOf(shard, members) === identity);
    this.#wanted = own.filter((shard) => shard < keys.count);
    for (const [shard, stopping] of this.#candidates) {
      if (leases.isOverruled || !own.includes(shard)) stopping.abort();
    }
    const mayWork = leases.isGuarded && leases.excluding === '';
    for (const shard of own) {
      const lock = this.#locks[shard];
      const isAllowed = shard === keys.count ? leases.mayGuard : mayWork;
      if (isAllowed && lock?.isAvailable && !this.#candidates.has(shard)) start(shard, lock);
    }
  }

  /** Contends for a shard, and holds it until it is aborted or lost. */
  async #contend(
    shard: number,
    lock: LeaseLock,
    leases: OperatorLeases,
    lead: MemberWork['lead'],
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
            onStartedLeading: (leadership) => this.#hold(shard, leadership, leases, lead),
          },
          signal: stopping.signal,
        },
        lock,
      );
      const outcome = await elector.run();
      const held = this.#held.get(shard);
      if (outcome !== 'lost') return;
      logger.warn('lost a shard', { lease: this.#nameOf(shard, leases) });
      if (held === undefined) return;
      throw new LeadershipLostError(`reconciles of the lost shard ${shard} are still running`);
    } finally {
      this.#candidates.delete(shard);
    }
  }

  /** Works on a shard until its leadership ends and its reconciles have ended. */
  async #hold(
    shard: number,
    leadership: Leadership,
    leases: OperatorLeases,
    lead: MemberWork['lead'],
  ): Promise<void> {
    const { keys, transport, logger } = this.#options;
    if (shard === keys.count) {
      this.#wakeCoordination();
      await untilAborted(leadership.signal);
      return;
    }
    if (!(await this.#isExclusive(leases, leadership.signal))) return;
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
