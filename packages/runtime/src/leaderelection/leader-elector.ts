import { leaseResource } from '../api/lease.js';
import { childAbort } from '../async/child-abort.js';
import { pause, systemClock, type Clock } from '../async/clock.js';
import type { Random } from '../async/random.js';
import { onAbort } from '../async/on-abort.js';
import { Pace } from '../async/pace.js';
import { withTimeout } from '../async/request-timeout.js';
import { checkShutdownTimeout, startShutdownLimit } from '../async/shutdown-limit.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { isForbidden } from '../client/errors.js';
import { checkNumber } from '../errors/check-number.js';
import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { MetricCounter, Metrics } from '../metrics/metrics.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import type { Transport } from '../transport/transport.js';
import type { LeaderElectionOptions, LeaderElectionOutcome } from './election-options.js';
import {
  DEFAULT_TIMING,
  electionTiming,
  JITTER_FACTOR,
  type ElectionTiming,
} from './election-timing.js';
import { LeadershipLostError, Term } from './leadership.js';
import { LeaseLock } from './lease-lock.js';
import { ReleaseWatch } from './release-watch.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

/** A candidate of an election (client-go: LeaderElector). */
export interface LeaderElector {
  /** Whether this process leads now, according to its monotonic clock. */
  readonly isLeader: boolean;
  /**
   * The identity of the last observed holder of the lease. Empty if the lease is free or unknown.
   */
  readonly holder: string;
  /** Runs the election once; see `runWithLeaderElection`. Further calls return the same promise. */
  run(): Promise<LeaderElectionOutcome>;
  /**
   * For a health endpoint (client-go: HealthzAdaptor): throws a {@link LeadershipLostError} if this
   * process was the leader, its lease expired at least `toleranceMs` ago (defaults to 0), and it is
   * still running. A process that has never led, is leading or has released the lease is healthy.
   */
  checkHealth(toleranceMs?: number): void;
}

/** The metrics of client-go (tools/leaderelection/metrics.go). */
const MASTER_STATUS = {
  name: 'leader_election_master_status',
  help: 'Whether this process leads: 1 if it does, otherwise 0.',
  labels: ['name'],
  combine: 'maximum',
} as const;

const SLOW_PATH = {
  name: 'leader_election_slowpath_total',
  help: 'Number of renewals of the lease that needed a read.',
  labels: ['name'],
};

/**
 * Creates the candidate that `runWithLeaderElection` runs, for processes that report the state of
 * the election. Throws a VmgenError (`ERR_VMGEN_ARGUMENT`) for invalid options.
 *
 * @example
 * const elector = createLeaderElector(transport, {
 *   leaseName: 'vm-controller',
 *   leaseNamespace: 'kube-system',
 *   identity: 'vm-controller-0',
 *   watchdog: true,
 *   callbacks: {
 *     onStartedLeading: ({ signal }) => runWorkers(queue, { workers: 2, reconcile, signal }),
 *   },
 *   signal,
 * });
 * const healthz = () => elector.checkHealth(20_000);
 * const outcome = await elector.run();
 */
export function createLeaderElector(
  transport: Transport,
  options: LeaderElectionOptions,
): LeaderElector {
  return createElector(options, createLeaseLock(transport, options));
}

/**
 * Creates the candidate of {@link createLeaderElector} on a lock that the caller keeps, so that what
 * the lock has observed before the election counts.
 */
export function createElector(options: LeaderElectionOptions, lock: LeaseLock): LeaderElector {
  return new Elector(options, lock);
}

/** Creates the lock of an election. */
export function createLeaseLock(
  transport: Transport,
  options: Pick<
    LeaderElectionOptions,
    'leaseName' | 'leaseNamespace' | 'identity' | 'leaseDurationMs' | 'clock'
  > & { readonly annotations?: Readonly<Record<string, string>> },
): LeaseLock {
  const { leaseName, leaseNamespace, identity, annotations } = options;
  const { leaseDurationMs = DEFAULT_TIMING.leaseDurationMs, clock = systemClock } = options;
  if (identity === '') throw new VmgenError('ERR_VMGEN_ARGUMENT', 'identity is empty');
  return new LeaseLock({
    client: createResourceClient(transport, leaseResource, { namespace: leaseNamespace }),
    clock,
    leaseName,
    leaseNamespace,
    identity,
    leaseDurationMs,
    annotations,
  });
}

/** The result of an attempt to acquire or renew the lease. Neither is set if it failed. */
interface Attempt {
  /** The time at which the accepted write was sent. */
  readonly sentAtMs: number | undefined;
  /** Whether another process holds the lease. */
  readonly isHeldByOther: boolean;
}

class Elector implements LeaderElector {
  readonly #options: LeaderElectionOptions;
  readonly #timing: ElectionTiming;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: Random;
  readonly #lock: LeaseLock;
  readonly #warnings: Pace;
  readonly #shutdownTimeoutMs: number;
  readonly #metrics: Metrics | undefined;
  #slowPath: MetricCounter | undefined;
  #reportedHolder = '';
  #running: Promise<LeaderElectionOutcome> | undefined;
  #term: Term | undefined;
  #watchdog: Watchdog | undefined;

  constructor(options: LeaderElectionOptions, lock: LeaseLock) {
    this.#options = options;
    this.#timing = electionTiming(options);
    this.#lock = lock;
    this.#shutdownTimeoutMs = checkShutdownTimeout(options.shutdownTimeoutMs);
    const { leaseName, leaseNamespace, identity } = options;
    this.#clock = options.clock ?? systemClock;
    this.#warnings = new Pace(this.#clock);
    this.#logger = safeLogger(options.logger ?? silentLogger).with({
      lease: `${leaseNamespace}/${leaseName}`,
      identity,
    });
    this.#random = options.random ?? Math.random;
    this.#metrics = options.metrics && safeMetrics(options.metrics);
    lock.onSlowRenewal = () => this.#slowPath?.add({ name: leaseName });
  }

  get isLeader(): boolean {
    return this.#term?.isOver === false;
  }

  get holder(): string {
    return this.#lock.holder;
  }

  run(): Promise<LeaderElectionOutcome> {
    this.#running ??= this.#runMeasured();
    return this.#running;
  }

  checkHealth(toleranceMs = 0): void {
    const lateMs = -(this.#term?.untilOthersMs ?? 0);
    if (lateMs <= checkNumber('toleranceMs', toleranceMs)) return;
    throw new LeadershipLostError(
      `the lease expired ${Math.round(lateMs)} ms ago, and this process is still running`,
    );
  }

  async #runMeasured(): Promise<LeaderElectionOutcome> {
    const { leaseName: name } = this.#options;
    this.#slowPath = this.#metrics?.counter(SLOW_PATH);
    this.#slowPath?.add({ name }, 0);
    const endObservation = this.#metrics?.observe(MASTER_STATUS, (report) =>
      report({ name }, this.isLeader ? 1 : 0),
    );
    try {
      return await this.#run();
    } finally {
      endObservation?.();
    }
  }

  async #run(): Promise<LeaderElectionOutcome> {
    const term = await this.#acquire();
    if (term === undefined) return 'cancelled';
    this.#term = term;
    this.#logger.info('started leading');
    try {
      return await this.#lead(term);
    } finally {
      term.end('the term has ended');
      this.#logger.info('stopped leading');
      this.#callSafely('onStoppedLeading', () => this.#options.callbacks.onStoppedLeading?.());
    }
  }

  /**
   * Retries until the lease is acquired; undefined when the signal aborts. Between the attempts, it
   * watches the Lease for a release. The term is measured
   * from when the accepted write was sent instead of the read before it. Otherwise, a slow server
   * would shorten the term.
   */
  async #acquire(): Promise<Term | undefined> {
    const { signal } = this.#options;
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    const releases = new ReleaseWatch({
      watch: (ending) => this.#lock.watch(ending),
      clock: this.#clock,
      random: this.#random,
      logger: this.#logger,
    });
    try {
      while (!signal.aborted) {
        const { sentAtMs } = await this.#try(renewDeadlineMs, signal);
        if (sentAtMs !== undefined && this.#clock.nowMs() < sentAtMs + renewDeadlineMs) {
          return this.#startTerm(sentAtMs);
        }
        const jitter = 1 + this.#random() * JITTER_FACTOR;
        await releases.wait(retryPeriodMs * jitter, signal);
      }
      return undefined;
    } finally {
      releases.end();
    }
  }

  #startTerm(sentAtMs: number): Term {
    const { renewDeadlineMs } = this.#timing;
    if (this.#options.watchdog) this.#watchdog = startWatchdog(renewDeadlineMs);
    return new Term({
      clock: this.#clock,
      timing: this.#timing,
      sentAtMs,
      transitions: this.#lock.transitions,
      watchdog: this.#watchdog,
    });
  }

  async #lead(term: Term): Promise<LeaderElectionOutcome> {
    const { signal, releaseOnCancel = false } = this.#options;
    const stopWork = (): void => term.stopWork(signal.reason);
    const stopListening = onAbort(signal, stopWork);
    if (signal.aborted) stopWork();
    const work = new LeaderWork(() => this.#options.callbacks.onStartedLeading(term));
    const late = new AbortController();
    const limit = { clock: this.#clock, signal, shutdownTimeoutMs: this.#shutdownTimeoutMs };
    const endLimit = startShutdownLimit(limit, () => late.abort());
    const ended = childAbort(work.ended, term.over, late.signal);
    await this.#renew(term, ended.signal);
    ended.abort();
    endLimit();
    stopListening();

    if (term.isOver) {
      this.#logger.warn('lost the lease', { reason: term.overReason });
      await this.#awaitEnd(term, work);
      this.#logFailure(term, work);
      return signal.aborted ? 'cancelled' : 'lost';
    }
    if (!work.hasEnded) throw this.#abandon(term, work.failure?.error);
    this.#watchdog?.close();
    this.#term = undefined;
    const isCancelled = signal.aborted;
    // If the work has failed, another process may succeed, so the lease is released.
    if (releaseOnCancel || !isCancelled) await this.#release(term);
    if (isCancelled) {
      this.#logFailure(term, work);
      return 'cancelled';
    }
    if (work.failure !== undefined) throw work.failure.error;
    return 'finished';
  }

  /**
   * Ends the term of work that does not end. The lease is left to expire, because the work may
   * still act. If there is a watchdog, it ends the process by then.
   */
  #abandon(term: Term, cause: unknown): ShutdownTimeoutError {
    term.end('the work did not end in time');
    return new ShutdownTimeoutError(
      `the work did not end in time (shutdownTimeoutMs is ${this.#shutdownTimeoutMs}); the lease is not released and ` +
        'expires by itself; exit this process',
      { cause },
    );
  }

  /** Logs an error of the work during its shutdown, unless the abort itself caused it. */
  #logFailure({ signal }: Term, { failure }: LeaderWork): void {
    if (failure === undefined || isAbort(failure.error, signal.reason)) return;
    this.#logger.error('the work failed during its shutdown', { error: failure.error });
  }

  /**
   * Renews the lease until the term is over, or `ended` aborts: the work has ended, or takes too long to
   * end.
   */
  async #renew(term: Term, ended: AbortSignal): Promise<void> {
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    // Measured from request to request, so that a slow server does not delay renewals.
    let beganAtMs = term.sentAtMs;
    for (;;) {
      const restMs = retryPeriodMs - (this.#clock.nowMs() - beganAtMs);
      await pause(this.#clock, Math.max(0, restMs), ended);
      if (ended.aborted || term.isOver) return;
      beganAtMs = this.#clock.nowMs();
      const timeoutMs = Math.min(renewDeadlineMs / 2, term.remainingMs);
      const { sentAtMs, isHeldByOther } = await this.#try(timeoutMs, ended);
      if (sentAtMs !== undefined) term.renewed(sentAtMs);
      else if (isHeldByOther) term.end(`the lease is held by ${this.#lock.holder}`);
    }
  }

  /** Attempts to acquire or renew the lease once. */
  async #try(timeoutMs: number, signal: AbortSignal): Promise<Attempt> {
    try {
      const sentAtMs = await withTimeout(this.#clock, timeoutMs, signal, (limited) =>
        this.#lock.acquireOrRenew(limited),
      );
      return { sentAtMs, isHeldByOther: sentAtMs === undefined };
    } catch (error) {
      if (!signal.aborted && this.#warnings.tryTake()) {
        const remedy = isForbidden(error) ? { remedy: this.#remedy } : {};
        this.#logger.warn('could not acquire or renew the lease', { error, ...remedy });
      }
      return { sentAtMs: undefined, isHeldByOther: false };
    } finally {
      this.#reportHolder();
    }
  }

  get #remedy(): string {
    const allowed = 'allow get, create, update and watch of leases.coordination.k8s.io';
    const other = 'set leaseNamespace, or POD_NAMESPACE for the manager, to another one';
    return `${allowed} in the namespace ${this.#options.leaseNamespace}, or ${other}`;
  }

  /** Waits for the work to end, at most until others may lead. */
  async #awaitEnd(term: Term, work: LeaderWork): Promise<void> {
    const { leaseDurationMs, renewDeadlineMs } = this.#timing;
    const restMs = Math.min(leaseDurationMs - renewDeadlineMs, term.untilOthersMs);
    await pause(this.#clock, Math.max(0, restMs), work.ended);
    if (work.hasEnded) this.#watchdog?.close();
    else this.#logger.error('the work is still running after its term');
  }

  /** Tries twice, because an aborted renewal may cause a conflict. */
  async #release(term: Term): Promise<void> {
    for (let attempt = 0; attempt < 2; attempt++) {
      const timeoutMs = Math.min(this.#timing.renewDeadlineMs / 2, term.remainingMs);
      try {
        await withTimeout(this.#clock, timeoutMs, undefined, (limited) =>
          this.#lock.release(limited),
        );
        return;
      } catch (error) {
        this.#logger.warn('could not release the lease; it expires by itself', { error });
      }
    }
  }

  #reportHolder(): void {
    const { holder } = this.#lock;
    if (holder === '' || holder === this.#reportedHolder) return;
    this.#reportedHolder = holder;
    this.#logger.info('the lease has a new holder', { holder });
    this.#callSafely('onNewLeader', () => this.#options.callbacks.onNewLeader?.(holder));
  }

  #callSafely(callback: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#logger.error('a callback threw', { callback, error });
    }
  }
}

/**
 * Returns whether an error only reports the abort. Errors of Node contain the reason as their
 * cause.
 */
function isAbort(error: unknown, reason: unknown): boolean {
  if (error === reason || error instanceof LeadershipLostError) return true;
  return error instanceof Error && error.cause === reason;
}

/** Tracks the end and the error of the leader's work. */
class LeaderWork {
  readonly #ended = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(start: () => Promise<void>) {
    void this.#follow(start);
  }

  /** Aborts when the work has returned or thrown. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Whether all of the work has ended. After a ShutdownTimeoutError, parts of it are still running.
   */
  get hasEnded(): boolean {
    return this.#ended.signal.aborted && !(this.#failure?.error instanceof ShutdownTimeoutError);
  }

  /** The error of the work, if it has failed. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  async #follow(start: () => Promise<void>): Promise<void> {
    try {
      await start();
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#ended.abort();
    }
  }
}
