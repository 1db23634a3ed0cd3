import type { Clock } from '../async/clock.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Leadership } from './leadership.js';

/**
 * How an election ended: `cancelled` by the signal, `lost` to a deadline or another holder, or
 * `finished` because the work returned by itself.
 */
export type LeaderElectionOutcome = 'cancelled' | 'lost' | 'finished';

/** Who is told of an election. */
export interface LeaderCallbacks {
  /** The leader's work; runs until `leadership.signal` aborts. */
  onStartedLeading(leadership: Leadership): Promise<void>;
  /** Always called when a term has ended, whatever the work did. */
  onStoppedLeading?(): void;
  /** Another process, or this one, was seen to hold the lease. */
  onNewLeader?(identity: string): void;
}

/** What is competed for, by whom, and for how long. */
export interface LeaderElectionOptions {
  /** Candidates of one lease are rivals. */
  readonly leaseName: string;
  /** Where the lease stands. */
  readonly leaseNamespace: string;
  /** Who this process is: stands in the lease for people to read. */
  readonly identity: string;
  /**
   * How long other candidates wait after the last renewal that they observed. It is written into the
   * Lease in whole seconds, and candidates that are configured with another duration honour it, as
   * client-go does. A process that dies without releasing a long lease blocks the election for as long,
   * unless somebody deletes the Lease. 15 s by default.
   */
  readonly leaseDurationMs?: number;
  /** How long the leader acts after it SENT its last good renewal. 10 s by default. */
  readonly renewDeadlineMs?: number;
  /** The time from one try to the next. 2 s by default. */
  readonly retryPeriodMs?: number;
  /** Gives the lease free when the signal ends the work. False by default. */
  readonly releaseOnCancel?: boolean;
  /**
   * Starts a thread while this process leads that ends the process by SIGKILL (exit code 137 to a
   * shell) when its event loop is blocked at the deadline, when it is continued after it, or when the
   * work still runs when others may lead. Costs some megabytes. False by default: then nothing can
   * stop a blocked process, and `check` and `guard` refuse what it begins afterwards.
   */
  readonly watchdog?: boolean;
  /**
   * How long the work may take to end after the signal has aborted, in milliseconds. Until then the
   * lease is renewed. After that it is not, and it is not released either, since the work may still
   * act: the election rejects with a `ShutdownTimeoutError`, and the process should end. 25,000 by
   * default; 0 for no limit.
   */
  readonly shutdownMs?: number;
  /** Where `leader_election_master_status` goes, with the name of the lease. */
  readonly metrics?: Metrics;
  /** The system's when left out. */
  readonly clock?: Clock;
  /** Silent when left out. */
  readonly logger?: Logger;
  /** What the leader does. */
  readonly callbacks: LeaderCallbacks;
  /** Ends the election, and with it the work. */
  readonly signal: AbortSignal;
  /** Draws from [0, 1), for jitter. */
  readonly random?: () => number;
}
