import {
  createLeaderElector,
  LeadershipLostError,
  systemClock,
  type LeaderElector,
  type Leadership,
} from '@vmgen/runtime';
import { electionTiming } from '@vmgen/runtime/internal';
import { namespaceOfProcess } from '../process/namespace-of-process.js';
import { runTogether } from '../process/run-together.js';
import type { Claim } from './claim.js';
import type {
  ElectedWork,
  Election,
  ElectionChecks,
  ElectionOptions,
  ManagerElectionOptions,
} from './election.js';
import { awaitShardsReleased, ExclusionWait, OperatorLeases } from './operator-leases.js';

/** Elects one leader, which does all work. */
export class SingleElection implements Election {
  readonly shards = undefined;
  readonly sharding = undefined;
  readonly checks: ElectionChecks;
  readonly #options: ElectionOptions;
  readonly #lease: ManagerElectionOptions;
  /** The wait for processes with sharding. */
  readonly #wait: ExclusionWait;
  /** The claim of all keys. */
  readonly #claim: Claim;
  #elector: LeaderElector | undefined;
  #term: Leadership | undefined;

  constructor(options: ElectionOptions, lease: ManagerElectionOptions) {
    this.#options = options;
    this.#lease = lease;
    this.#wait = new ExclusionWait({ ...options, rule: undefined });
    this.checks = {
      checkLive: (toleranceMs) => this.#elector?.checkHealth(toleranceMs),
      checkReady: () => this.#wait.checkReady(),
    };
    this.#claim = {
      check: () => this.checkLeadership(),
      signal: undefined,
      effect: async (run) => this.#currentTerm().guard(run),
      end: () => {},
    };
  }

  get isLeader(): boolean {
    // Before its term, it waits for processes that hold shards.
    return this.#term !== undefined && this.#elector?.isLeader === true;
  }

  get leader(): string {
    return this.#elector?.holder ?? '';
  }

  get identity(): string {
    return this.#options.identity();
  }

  checkLeadership(): void {
    this.#currentTerm().check();
  }

  isOwn(): boolean {
    return true;
  }

  claim(): Claim {
    return this.#claim;
  }

  async run(work: ElectedWork, signal: AbortSignal): Promise<void> {
    const { name, transport, metrics, clock, random, logger, shutdownTimeoutMs } = this.#options;
    const namespace = this.#lease.leaseNamespace ?? (await namespaceOfProcess());
    this.#elector = createLeaderElector(transport, {
      leaseName: name,
      leaseNamespace: namespace,
      ...this.#lease,
      identity: this.identity,
      releaseOnCancel: true,
      // A watchdog measures real time.
      watchdog: clock === systemClock,
      shutdownTimeoutMs,
      clock,
      logger,
      ...(random && { random }),
      ...(metrics && { metrics }),
      callbacks: { onStartedLeading: (leadership) => this.#lead(leadership, namespace, work) },
      signal,
    });
    const outcome = await this.#elector.run();
    if (outcome === 'lost') throw new LeadershipLostError('the lease was lost');
  }

  async #lead(leadership: Leadership, namespace: string, work: ElectedWork): Promise<void> {
    const { signal } = leadership;
    await this.#awaitShardsReleased(namespace, signal);
    if (signal.aborted) return;
    this.#term = leadership;
    // The watch of a new leader may be late with what the previous one has written.
    if (leadership.transitions > 0) await work.renewCaches(() => true, signal);
    await runTogether([...work.ofLeader(), ...work.ofReconciler()], signal);
  }

  /** Waits for processes with sharding, such as the previous ones of a rolling update. */
  #awaitShardsReleased(namespace: string, signal: AbortSignal): Promise<void> {
    const { name, transport, clock, random, logger } = this.#options;
    const leases = new OperatorLeases({
      leaseName: this.#lease.leaseName ?? name,
      ...{ namespace, rule: undefined, transport, clock, logger, signal },
      ...(random && { random }),
      timing: electionTiming(this.#lease),
    });
    return awaitShardsReleased(leases, this.#wait, { clock, logger, signal });
  }

  /** Returns the last term. Throws before the first one. */
  #currentTerm(): Leadership {
    if (this.#term === undefined) throw new LeadershipLostError('this process does not lead');
    return this.#term;
  }
}
