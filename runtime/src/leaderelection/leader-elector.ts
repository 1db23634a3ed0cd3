import { leaseResource } from '../api/lease.js';
import { pause, systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
import { withTimeout } from '../async/request-timeout.js';
import { checkShutdownMs, startShutdownLimit } from '../async/shutdown-limit.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { checkNumber } from '../errors/check-number.js';
import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import { safeMetrics } from '../metrics/safe-metrics.js';
import type { Transport } from '../transport/transport.js';
import type { LeaderElectionOptions, LeaderElectionOutcome } from './election-options.js';
import { checkTiming, JITTER_FACTOR } from './election-timing.js';
import type { ElectionTiming } from './election-timing.js';
import { LeaderWork } from './leader-work.js';
import { LeadershipLostError, Term } from './leadership.js';
import { LeaseLock } from './lease-lock.js';
import { startWatchdog } from './watchdog.js';
import type { Watchdog } from './watchdog.js';

/** One process's part in an election (client-go: LeaderElector). */
export interface LeaderElector {
  /** This process leads at this very moment, by its own monotonic clock. */
  readonly isLeader: boolean;
  /** The identity of who holds the lease, as far as was seen; empty when it is free or unknown. */
  readonly holder: string;
  /** Competes, once; see `runWithLeaderElection`. Called again, it gives the same promise. */
  run(): Promise<LeaderElectionOutcome>;
  /**
   * For a health endpoint (client-go: HealthzAdaptor): throws a {@link LeadershipLostError} when this
   * process was the leader, could not renew its lease until it ran out, `toleranceMs` ago or earlier
   * (0 by default), and is still there. A process that never led, leads or gave the lease up is well.
   */
  checkHealth(toleranceMs?: number): void;
}

/** By the name that client-go has for it (tools/leaderelection/metrics.go). */
const MASTER_STATUS = {
  name: 'leader_election_master_status',
  help: 'Whether this process leads: 1 for yes, 0 for no.',
  labels: ['name'],
};

/**
 * Creates what `runWithLeaderElection` runs, for processes that show how their election stands.
 * Throws a VmgenError (`ERR_VMGEN_ARGUMENT`) for durations that cannot work.
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
  return new Elector(transport, options);
}

/** How one try to acquire or renew the lease ended; neither where it failed. */
interface Attempt {
  /** When the accepted write was sent. */
  readonly sentAtMs: number | undefined;
  /** Another process holds the lease. */
  readonly isRefused: boolean;
}

class Elector implements LeaderElector {
  readonly #options: LeaderElectionOptions;
  readonly #timing: ElectionTiming;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: () => number;
  readonly #lock: LeaseLock;
  readonly #shutdownMs: number;
  #toldHolder = '';
  #running: Promise<LeaderElectionOutcome> | undefined;
  #term: Term | undefined;
  #watchdog: Watchdog | undefined;

  constructor(transport: Transport, options: LeaderElectionOptions) {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = options;
    this.#options = options;
    this.#timing = { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
    checkTiming(this.#timing);
    this.#shutdownMs = checkShutdownMs(options.shutdownMs);
    const { leaseName, leaseNamespace, identity } = options;
    if (identity === '') throw new VmgenError('ERR_VMGEN_ARGUMENT', 'identity is empty');
    this.#clock = options.clock ?? systemClock;
    this.#logger = safeLogger(options.logger ?? silentLogger).with({
      lease: `${leaseNamespace}/${leaseName}`,
      identity,
    });
    this.#random = options.random ?? Math.random;
    this.#lock = new LeaseLock({
      client: createResourceClient(transport, leaseResource, { namespace: leaseNamespace }),
      clock: this.#clock,
      leaseName,
      leaseNamespace,
      identity,
      leaseDurationMs,
    });
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
      `the lease ran out ${Math.round(lateMs)} ms ago, and this process has not ended`,
    );
  }

  async #runMeasured(): Promise<LeaderElectionOutcome> {
    const { metrics, leaseName: name } = this.#options;
    const endReading = (metrics && safeMetrics(metrics))?.observe(MASTER_STATUS, (tell) =>
      tell({ name }, this.isLeader ? 1 : 0),
    );
    try {
      return await this.#run();
    } finally {
      endReading?.();
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
      this.#guarded('onStoppedLeading', () => this.#options.callbacks.onStoppedLeading?.());
    }
  }

  /**
   * Tries until the lease is acquired; undefined when the signal aborts. The term counts from the
   * sending of the accepted write, not from the read before it: with a slow server, little would be
   * left of a term that counts the read.
   */
  async #acquire(): Promise<Term | undefined> {
    const { signal } = this.#options;
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    while (!signal.aborted) {
      const { sentAtMs } = await this.#try(renewDeadlineMs, signal);
      if (sentAtMs !== undefined && this.#clock.nowMs() < sentAtMs + renewDeadlineMs) {
        return this.#startTerm(sentAtMs);
      }
      const jitter = 1 + this.#random() * JITTER_FACTOR;
      await pause(this.#clock, retryPeriodMs * jitter, signal);
    }
    return undefined;
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
    const limit = { clock: this.#clock, signal, shutdownMs: this.#shutdownMs };
    const endLimit = startShutdownLimit(limit, () => late.abort());
    await this.#renew(term, work, late.signal);
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
    // A term whose work has died is worth nothing to anyone: another process may do better.
    if (releaseOnCancel || !isCancelled) await this.#release(term);
    if (isCancelled) {
      this.#logFailure(term, work);
      return 'cancelled';
    }
    if (work.failure !== undefined) throw work.failure.error;
    return 'finished';
  }

  /**
   * Gives up on work that does not end. The lease expires by itself: the work may still act, and nobody
   * else may until then. The watchdog, where there is one, ends the process by that time.
   */
  #abandon(term: Term, cause: unknown): ShutdownTimeoutError {
    term.end('the work did not end in time');
    return new ShutdownTimeoutError(
      `the work did not end in time (shutdownMs is ${this.#shutdownMs}); the lease is not released and ` +
        'expires by itself: end this process',
      { cause },
    );
  }

  /** Work that was told to end may throw because it was; whatever else it throws, nobody would hear of. */
  #logFailure({ signal }: Term, { failure }: LeaderWork): void {
    if (failure === undefined || isAbort(failure.error, signal.reason)) return;
    this.#logger.error('the work failed while it came to its end', { error: failure.error });
  }

  /** Renews until the work has ended, takes too long to end, or the term is over. */
  async #renew(term: Term, work: LeaderWork, late: AbortSignal): Promise<void> {
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    const either = AbortSignal.any([work.ended, term.over, late]);
    // From sending to sending, so that a slow server does not use up the time that is left.
    let beganAtMs = term.sentAtMs;
    for (;;) {
      const restMs = retryPeriodMs - (this.#clock.nowMs() - beganAtMs);
      await pause(this.#clock, Math.max(0, restMs), either);
      if (either.aborted || term.isOver) return;
      beganAtMs = this.#clock.nowMs();
      const timeoutMs = Math.min(renewDeadlineMs / 2, term.remainingMs);
      const { sentAtMs, isRefused } = await this.#try(timeoutMs, either);
      if (sentAtMs !== undefined) term.renewed(sentAtMs);
      else if (isRefused) term.end(`the lease is held by ${this.#lock.holder}`);
    }
  }

  /** One try to acquire or renew the lease. */
  async #try(timeoutMs: number, signal: AbortSignal): Promise<Attempt> {
    try {
      const sentAtMs = await withTimeout(this.#clock, timeoutMs, signal, (limited) =>
        this.#lock.acquireOrRenew(limited),
      );
      return { sentAtMs, isRefused: sentAtMs === undefined };
    } catch (error) {
      if (!signal.aborted) this.#logger.warn('could not get or renew the lease', { error });
      return { sentAtMs: undefined, isRefused: false };
    } finally {
      this.#tellHolder();
    }
  }

  /** Waits for work that was told to end, but for no longer than nobody else can lead. */
  async #awaitEnd(term: Term, work: LeaderWork): Promise<void> {
    const { leaseDurationMs, renewDeadlineMs } = this.#timing;
    const restMs = Math.min(leaseDurationMs - renewDeadlineMs, term.untilOthersMs);
    await pause(this.#clock, Math.max(0, restMs), work.ended);
    if (work.hasEnded) this.#watchdog?.close();
    else this.#logger.error('the work goes on although its term is over');
  }

  /** Tries twice, for a renewal that was given up may come between. */
  async #release(term: Term): Promise<void> {
    for (let tries = 0; tries < 2; tries++) {
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

  #tellHolder(): void {
    const { holder } = this.#lock;
    if (holder === '' || holder === this.#toldHolder) return;
    this.#toldHolder = holder;
    this.#logger.info('the lease has a new holder', { holder });
    this.#guarded('onNewLeader', () => this.#options.callbacks.onNewLeader?.(holder));
  }

  #guarded(callback: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#logger.error('a callback threw', { callback, error });
    }
  }
}

/** What was thrown says no more than that a signal has aborted: Node's own errors have its reason inside. */
function isAbort(error: unknown, reason: unknown): boolean {
  if (error === reason || error instanceof LeadershipLostError) return true;
  return error instanceof Error && error.cause === reason;
}
