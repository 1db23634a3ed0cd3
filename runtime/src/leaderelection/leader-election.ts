import { leaseResource } from '../api/lease.js';
import { createResourceClient } from '../client/create-resource-client.js';
import { pause, systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { onAbort } from '../async/on-abort.js';
import { withTimeout } from '../async/request-timeout.js';
import type { Transport } from '../transport/transport.js';
import { checkTiming, JITTER_FACTOR } from './election-timing.js';
import type { ElectionTiming } from './election-timing.js';
import { Term } from './leadership.js';
import type { Leadership } from './leadership.js';
import { LeaseLock } from './lease-lock.js';

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
  /** How long others wait after the last renewal that they saw. 15 s by default. */
  readonly leaseDurationMs?: number;
  /** How long the leader acts after it SENT its last good renewal. 10 s by default. */
  readonly renewDeadlineMs?: number;
  /** The time from one try to the next. 2 s by default. */
  readonly retryPeriodMs?: number;
  /** Gives the lease free when the signal ends the work. False by default. */
  readonly releaseOnCancel?: boolean;
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

/**
 * Competes for a Lease, does the work while it is held, and ends when the term has ended (client-go:
 * tools/leaderelection; stricter in that a term counts from when a renewal was sent). Rejects with a
 * VmgenError (`ERR_VMGEN_ARGUMENT`) for durations that cannot work, and with what the work threw by itself.
 *
 * When the term is lost, the work gets as long as no other can lead (leaseDurationMs less
 * renewDeadlineMs) to return; then `onStoppedLeading` runs in any case. When the signal aborts, the
 * lease is renewed until the work has returned, and given free only then.
 *
 * What it cannot promise: that nothing of an old leader takes effect any more when a new one works.
 * A request that was sent in time may reach its goal late; a process may be paused between `check`
 * and the request; clocks may run at different speeds (up to leaseDuration / renewDeadline is safe);
 * a monotonic clock may stand still while a machine is suspended; who deletes or edits the Lease by
 * hand breaks the protocol. Writes to the API server are safe when they carry a resourceVersion.
 * For effects elsewhere make names that the other side refuses to give twice, read anew before what
 * destroys, or let the other side refuse an older `leaseTransitions`.
 *
 * @example
 * const outcome = await runWithLeaderElection(transport, {
 *   leaseName: 'vm-controller',
 *   leaseNamespace: 'kube-system',
 *   identity: 'vm-controller-0',
 *   releaseOnCancel: true,
 *   callbacks: {
 *     onStartedLeading: async (leadership) => {
 *       leadership.check();
 *       await runWorkers(queue, { workers: 2, reconcile, signal: leadership.signal });
 *     },
 *   },
 *   signal,
 * });
 */
export async function runWithLeaderElection(
  transport: Transport,
  options: LeaderElectionOptions,
): Promise<LeaderElectionOutcome> {
  return await new Election(transport, options).run();
}

class Election {
  readonly #options: LeaderElectionOptions;
  readonly #timing: ElectionTiming;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #random: () => number;
  readonly #lock: LeaseLock;
  #toldHolder = '';

  constructor(transport: Transport, options: LeaderElectionOptions) {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = options;
    this.#options = options;
    this.#timing = { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
    checkTiming(this.#timing);
    const { leaseName, leaseNamespace, identity } = options;
    if (identity === '') throw new VmgenError('ERR_VMGEN_ARGUMENT', 'identity is empty');
    this.#clock = options.clock ?? systemClock;
    this.#logger = (options.logger ?? silentLogger).with({
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

  async run(): Promise<LeaderElectionOutcome> {
    const term = await this.#acquire();
    if (term === undefined) return 'cancelled';
    this.#logger.info('started leading');
    try {
      return await this.#lead(term);
    } finally {
      term.end('the term has ended');
      this.#logger.info('stopped leading');
      this.#guarded('onStoppedLeading', () => this.#options.callbacks.onStoppedLeading?.());
    }
  }

  /** Tries until the lease is had, or undefined when the signal aborts. */
  async #acquire(): Promise<Term | undefined> {
    const { signal } = this.#options;
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    while (!signal.aborted) {
      const sentAtMs = this.#clock.nowMs();
      const isHeld = await this.#try(renewDeadlineMs, signal);
      if (isHeld && this.#clock.nowMs() < sentAtMs + renewDeadlineMs) {
        return new Term(this.#clock, renewDeadlineMs, sentAtMs);
      }
      const jitter = 1 + this.#random() * JITTER_FACTOR;
      await pause(this.#clock, retryPeriodMs * jitter, signal);
    }
    return undefined;
  }

  async #lead(term: Term): Promise<LeaderElectionOutcome> {
    const { signal, releaseOnCancel = false } = this.#options;
    const stopWork = (): void => term.stopWork(signal.reason);
    const stopListening = onAbort(signal, stopWork);
    if (signal.aborted) stopWork();
    const work = new Work(() => this.#options.callbacks.onStartedLeading(term));
    await this.#renew(term, work);
    stopListening();

    if (term.isOver) {
      await this.#awaitEnd(work);
      return signal.aborted ? 'cancelled' : 'lost';
    }
    const isCancelled = signal.aborted;
    // A term whose work has died is worth nothing to anyone: another process may do better.
    if (releaseOnCancel || !isCancelled) await this.#release(term);
    if (isCancelled) return 'cancelled';
    work.throwFailure();
    return 'finished';
  }

  /** Renews until the work has ended or the term is over. */
  async #renew(term: Term, work: Work): Promise<void> {
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    const either = AbortSignal.any([work.ended, term.over]);
    let sentAtMs = this.#clock.nowMs();
    for (;;) {
      // From sending to sending, so that a slow server does not eat up the time that is left.
      const restMs = retryPeriodMs - (this.#clock.nowMs() - sentAtMs);
      await pause(this.#clock, Math.max(0, restMs), either);
      if (work.ended.aborted || term.isOver) return;
      sentAtMs = this.#clock.nowMs();
      const timeoutMs = Math.min(renewDeadlineMs / 2, term.remainingMs);
      const isHeld = await this.#try(timeoutMs, either);
      if (isHeld) term.renewed(sentAtMs);
      else if (isHeld === false) term.end(`the lease is held by ${this.#lock.holder}`);
    }
  }

  /** One try to get or keep the lease; undefined when nothing can be said about it. */
  async #try(timeoutMs: number, signal: AbortSignal): Promise<boolean | undefined> {
    try {
      return await withTimeout(this.#clock, timeoutMs, signal, (limited) =>
        this.#lock.acquireOrRenew(limited),
      );
    } catch (error) {
      if (!signal.aborted) this.#logger.warn('could not get or renew the lease', { error });
      return undefined;
    } finally {
      this.#tellHolder();
    }
  }

  /** Waits for work that was told to end, but not for longer than nobody else can lead. */
  async #awaitEnd(work: Work): Promise<void> {
    const { leaseDurationMs, renewDeadlineMs } = this.#timing;
    await pause(this.#clock, leaseDurationMs - renewDeadlineMs, work.ended);
    if (!work.ended.aborted) this.#logger.error('the work goes on although its term is over');
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

/** The leader's work while it runs: that it has ended, and with what. */
class Work {
  readonly #ended = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(start: () => Promise<void>) {
    void this.#follow(start);
  }

  /** Aborts when the work has returned or thrown. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
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
