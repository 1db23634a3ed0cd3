import type { Clock } from '../async/clock.js';
import type { Random } from '../async/random.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Leadership } from './leadership.js';

/**
 * The outcome of an election: `cancelled` by the signal, `lost` because of the renew deadline or
 * another holder, or `finished` because the work returned.
 */
export type LeaderElectionOutcome = 'cancelled' | 'lost' | 'finished';

/** The callbacks of an election. */
export interface LeaderCallbacks {
  /** The work of the leader. Must return when `leadership.signal` aborts. */
  onStartedLeading(leadership: Leadership): Promise<void>;
  /** Called after each term, even if the work failed or is still running. */
  onStoppedLeading?(): void;
  /** Called when another process, or this one, becomes the holder of the lease. */
  onNewLeader?(identity: string): void;
}

/** Options of {@link createLeaderElector} and `runWithLeaderElection`. */
export interface LeaderElectionOptions {
  /** The name of the Lease. Candidates for one Lease elect one leader. */
  readonly leaseName: string;
  /** The namespace of the Lease. */
  readonly leaseNamespace: string;
  /** The identity of this process in the Lease. Must be unique, such as the name of the pod. */
  readonly identity: string;
  /**
   * How long other candidates wait after the last renewal that they observed, in milliseconds.
   * Written to the Lease in whole seconds. As in client-go, candidates with another configuration
   * use the value in the Lease. A process that ends without releasing the lease blocks the election
   * for this time, unless the Lease is deleted. Defaults to 15,000.
   */
  readonly leaseDurationMs?: number;
  /**
   * How long the leader acts after sending its last successful renewal, in milliseconds. Defaults
   * to 10,000.
   */
  readonly renewDeadlineMs?: number;
  /** The time between two attempts, in milliseconds. Defaults to 2,000. */
  readonly retryPeriodMs?: number;
  /** Whether to release the lease when the signal ends the work. Defaults to false. */
  readonly releaseOnCancel?: boolean;
  /**
   * Whether to run a watchdog thread while this process leads. It ends the process by SIGKILL (exit
   * code 137 in a shell) if the event loop is blocked at the deadline, if the process is resumed
   * after the deadline, or if the work is still running when others may lead. It takes some
   * megabytes. Without it, a blocked process is not stopped, but `check` and `guard` reject further
   * effects. Defaults to false.
   */
  readonly watchdog?: boolean;
  /**
   * How long the work may take to end after the signal has aborted, in milliseconds. The lease is
   * renewed during this time. After that, the lease is neither renewed nor released, because the
   * work may still act: the election rejects with a `ShutdownTimeoutError`, and the process should
   * exit. 0 means no limit. Defaults to 25,000.
   */
  readonly shutdownTimeoutMs?: number;
  /**
   * Receives `leader_election_master_status` and `leader_election_slowpath_total`, labelled with the
   * name of the lease. Defaults to no metrics.
   */
  readonly metrics?: Metrics;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /** The callbacks of the election. */
  readonly callbacks: LeaderCallbacks;
  /** Ends the election and the work. */
  readonly signal: AbortSignal;
  /** Returns a random number in [0, 1), for jitter. Defaults to `Math.random`. */
  readonly random?: Random;
}
