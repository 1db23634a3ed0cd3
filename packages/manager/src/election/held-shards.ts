import { LeadershipLostError, type Leadership } from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/async';
import { runTogether } from '../process/run-together.js';
import type { Claim } from './claim.js';
import type { ElectedWork, ElectionOptions, KeyMatcher, OwnShards } from './election.js';
import type { ShardKeys } from './shard-keys.js';

/** A shard that this process holds. */
interface HeldShard {
  readonly leadership: Leadership;
  /** Aborts the running reconciles of the shard. */
  readonly stopping: AbortController;
  /** The caches contain the objects of the shard. */
  isReady: boolean;
  running: number;
  onDrained: () => void;
}

/** The shards that this process holds, and the reconciles of their keys. */
export class HeldShards implements OwnShards {
  readonly #options: ElectionOptions;
  readonly #keys: ShardKeys;
  readonly #held = new Map<number, HeldShard>();
  readonly #moved: (direction: 'gained' | 'lost') => void;
  #moves = 0;
  /** Ends the current pause of the preparation. */
  #wake = (): void => {};

  constructor(options: ElectionOptions, keys: ShardKeys) {
    const { metrics } = options;
    this.#options = options;
    this.#keys = keys;
    const moves = metrics?.counter({
      name: 'vmgen_shard_moves_total',
      help: 'Number of shards that this process has gained or lost.',
      labels: ['direction'],
    });
    for (const direction of ['gained', 'lost']) moves?.add({ direction }, 0);
    this.#moved = (direction) => moves?.add({ direction });
    metrics?.observe(
      { name: 'vmgen_shards_held', help: 'Number of shards that this process holds.' },
      (report) => report({}, this.#held.size),
    );
    metrics
      ?.gauge({ name: 'vmgen_shards', help: 'Number of shards of the operator.' })
      .set({}, keys.count);
  }

  get by(): 'key' | 'namespace' {
    return this.#keys.by;
  }

  get selector(): string | undefined {
    return this.#keys.selectorOf(this.all);
  }

  /** The numbers of the shards. */
  get all(): readonly number[] {
    return [...this.#held.keys()].sort((a, b) => a - b);
  }

  holds(key: string): boolean {
    return this.#held.has(this.#keys.shardOf(key));
  }

  /** The term of a shard; undefined while another process holds it. */
  termOf(shard: number): Leadership | undefined {
    return this.#held.get(shard)?.leadership;
  }

  /** Starts work on a key; undefined if this process must not work on it. */
  claim(key: string): Claim | undefined {
    const held = this.#held.get(this.#keys.shardOf(key));
    if (held === undefined || !held.isReady) return undefined;
    held.running++;
    const { leadership, stopping } = held;
    return {
      check: () => leadership.check(),
      signal: stopping.signal,
      effect: (run) => leadership.guard(run),
      end: () => {
        if (--held.running === 0) held.onDrained();
      },
    };
  }

  /** Works on a shard until its leadership ends and its reconciles have ended. */
  async hold(shard: number, leadership: Leadership, work: ElectedWork): Promise<void> {
    const { logger } = this.#options;
    const stopping = new AbortController();
    const held: HeldShard = {
      leadership,
      stopping,
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
        // The holder of shard 0 is the leader.
        await runTogether(shard === 0 ? work.ofLeader() : [], leadership.signal);
      } finally {
        held.isReady = false;
        work.onLost(this.#matcherOf(shard));
        await this.#drain(held, over);
        if (this.#held.get(shard) === held) this.#held.delete(shard);
        this.#changed('lost');
        stopListening();
        logger.info('released a shard', { shard });
      }
    });
  }

  /** Renews the caches after moves. Several moves at the same time are one renewal. */
  async prepare(work: ElectedWork, signal: AbortSignal): Promise<void> {
    const stopListening = onAbort(signal, () => this.#wake());
    for (let done = 0; !signal.aborted;) {
      if (done === this.#moves) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      done = this.#moves;
      const gained = [...this.#held].filter(([, { isReady }]) => !isReady);
      const shards = new Set(gained.map(([shard]) => shard));
      const isGained: KeyMatcher = (key) => shards.has(this.#keys.shardOf(key));
      await work.renewCaches(gained.length > 0 ? isGained : undefined, signal);
      for (const [shard, held] of gained) {
        if (this.#held.get(shard) !== held || held.leadership.signal.aborted) continue;
        held.isReady = true;
        work.onGained(this.#matcherOf(shard));
      }
    }
    stopListening();
  }

  /** Waits for the running reconciles, and aborts them if they take long. */
  async #drain(held: HeldShard, over: AbortSignal): Promise<void> {
    if (held.running === 0) return;
    const { clock, shutdownTimeoutMs } = this.#options;
    const drained = new Promise<void>((resolve) => (held.onDrained = resolve));
    const timer = clock.setTimer(
      shutdownTimeoutMs === 0 ? 2 ** 31 - 1 : shutdownTimeoutMs / 2,
      () => held.stopping.abort(new LeadershipLostError('the shard moves to another member')),
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

  #matcherOf(shard: number): KeyMatcher {
    return (key) => this.#keys.shardOf(key) === shard;
  }
}
