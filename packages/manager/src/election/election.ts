import type { Clock, LeaderElectionOptions, Logger, Metrics, Transport } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import type { Loop } from '../process/run-together.js';
import type { Claim } from './claim.js';

/** The Lease of a manager's election; see {@link ManagerOptions.leaderElection}. */
export interface ManagerElectionOptions extends Partial<
  Pick<
    LeaderElectionOptions,
    | 'leaseName'
    | 'leaseNamespace'
    | 'leaseDurationMs'
    | 'renewDeadlineMs'
    | 'retryPeriodMs'
    | 'identity'
  >
> {}

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

/** Matches the keys of some shards. */
export type KeyMatcher = (key: string) => boolean;

/** What an election starts when this process may work, and what it calls when the keys change. */
export interface ElectedWork {
  /** Returns the loops that run while this process leads. */
  readonly ofLeader: () => readonly Loop[];
  /** Returns the loops that run while this process reconciles: with shards, each member does. */
  readonly ofReconciler: () => readonly Loop[];
  /**
   * Lists the newest state, which the previous holder of the keys may have written; undefined if keys
   * were only lost. Resolves when reconciles of the keys may begin.
   */
  readonly renewCaches: (gained: KeyMatcher | undefined, signal: AbortSignal) => Promise<void>;
  /** Called when this process begins to reconcile the keys of a shard. */
  readonly onGained: (matches: KeyMatcher) => void;
  /** Called when this process no longer reconciles the keys of a shard. */
  readonly onLost: (matches: KeyMatcher) => void;
}

/** The shards of this process. */
export interface OwnShards {
  /** See `ShardingOptions.by`. */
  readonly by: 'key' | 'namespace';
  /** The `shardSelector` of the held shards; undefined if it cannot be expressed. */
  readonly selector: string | undefined;
  /** Whether this process holds the shard of a key. */
  holds(key: string): boolean;
}

/** Decides on which keys this process may work, and whether it leads. */
export interface Election {
  /** Whether this process leads now. */
  readonly isLeader: boolean;
  /** The identity of the leader as last observed; empty if it is unknown. */
  readonly leader: string;
  /** The identity of this process in Leases and events. */
  readonly identity: string;
  /** Undefined if there is no election, so that this process leads from the start. */
  readonly checks: ElectionChecks | undefined;
  /** Undefined without sharding. */
  readonly shards: OwnShards | undefined;
  /** Undefined without sharding. */
  readonly sharding: ShardingState | undefined;
  /** Throws a `LeadershipLostError` unless this process leads. */
  checkLeadership(): void;
  /** Whether this process queues a key. */
  isOwn(key: string): boolean;
  /** Starts work on a key; undefined if this process must not work on it. */
  claim(key: string): Claim | undefined;
  /**
   * Takes part until the signal aborts and all work has ended. Rejects with a `LeadershipLostError` if
   * the Lease is lost, and with the error of the work.
   */
  run(work: ElectedWork, signal: AbortSignal): Promise<void>;
}

/** The checks of the probes. */
export interface ElectionChecks {
  /** Throws if this process lost its Lease longer ago than this, and is still running. */
  checkLive(toleranceMs: number): void;
  /**
   * Throws while this process waits too long for others, or does not hold its member Lease although it
   * needs it: it contends for the Lease only after the caches have synced.
   */
  checkReady(needsMembership: boolean): void;
}

/** The options of all elections. */
export interface ElectionOptions {
  /** The name of the manager, and the default of the Lease's. */
  readonly name: string;
  /** Created on first use: `crypto` loads slowly. */
  readonly identity: () => string;
  /** Sends requests without checks. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly shutdownTimeoutMs: number;
}
