import { runTogether } from '../process/run-together.js';
import type { Claim } from './claim.js';
import type { ElectedWork, Election, ElectionOptions } from './election.js';

/** Leads from the start, without a Lease. */
export class NoElection implements Election {
  readonly isLeader = true;
  readonly leader = '';
  readonly checks = undefined;
  readonly shards = undefined;
  readonly sharding = undefined;
  readonly #options: ElectionOptions;
  readonly #claim: Claim;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#claim = {
      check: () => {},
      signal: undefined,
      effect: async (run) => run(new AbortController().signal),
      end: () => {},
    };
  }

  get identity(): string {
    return this.#options.identity();
  }

  checkLeadership(): void {}

  isOwn(): boolean {
    return true;
  }

  claim(): Claim {
    return this.#claim;
  }

  run(work: ElectedWork, signal: AbortSignal): Promise<void> {
    return runTogether([...work.ofLeader(), ...work.ofReconciler()], signal);
  }
}
