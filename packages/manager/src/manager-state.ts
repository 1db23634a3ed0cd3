import type { CacheState } from './caches/cache-state.js';
import type { ShardingState } from './election/election.js';
import type { Controller } from './reconcile/controller.js';

/** The state of a manager; see {@link Manager.describe}. */
export interface ManagerState {
  /** The name of the manager. */
  readonly name: string;
  /** Whether this process leads. */
  readonly isLeader: boolean;
  /** The identity of the leader as last observed; empty if it is unknown. */
  readonly leader: string;
  /** The shards of this process; undefined without sharding. */
  readonly sharding?: ShardingState;
  /** The caches in the order of their declaration. */
  readonly caches: readonly CacheState[];
  /** The controllers in the order of their declaration. */
  readonly controllers: readonly ControllerState[];
}

/** The state of a controller. */
export interface ControllerState {
  /** The name of the controller. */
  readonly name: string;
  /** The number of keys that wait for a worker. */
  readonly queued: number;
  /** The running reconciles. */
  readonly running: readonly {
    /** The key of the object. */
    readonly key: string;
    /** See `KeyContext.reconcileId`. */
    readonly reconcileId: string;
    /** How long it has been running, in milliseconds. */
    readonly runningMs: number;
  }[];
}

/** Returns the state of a controller at a time of the manager's clock. */
export function describeController(
  { name, queued, running }: Pick<Controller<never, never>, 'name' | 'queued' | 'running'>,
  nowMs: number,
): ControllerState {
  return {
    name,
    queued,
    running: running.map(({ key, reconcileId, startedMs }) => ({
      key,
      reconcileId,
      runningMs: Math.round(nowMs - startedMs),
    })),
  };
}
