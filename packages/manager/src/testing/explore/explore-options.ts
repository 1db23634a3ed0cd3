import { VmgenError, type Clock } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import type { Manager } from '../../manager.js';
import { isPause, type Effect, type Fault } from './effects.js';
import type { Plan } from './plan.js';
import type { NotSimulated } from './not-simulated.js';
import type { ExploredWorld, OutsideObjects, TimelineEntry } from './explored-world.js';

/** A promise of an operator: throws or returns false if it is broken. */
export type Invariant<S, O> = (world: ExploredWorld<S, O>) => unknown;

/** Options of {@link explore}. */
export interface ExploreOptions<S, O extends OutsideObjects<O>> {
  /** Distinguishes the plans of several explorations in reports, and in `vmgen replay`. Defaults to none. */
  readonly name?: string;
  /** Declares the caches and controllers of the operator, as for `runManager`. */
  readonly operator: (manager: Manager, outside: O) => unknown;
  /**
   * Creates the fake server, with its definitions: `(options) => createFakeClientset(options)`. {@link realServer}
   * creates a real one.
   */
  readonly server: (options: { readonly clock: Clock; readonly random: Random }) => S;
  /**
   * Creates what the operator changes outside of the API server, by name. Each call of a method is an
   * effect. An object with the methods `snapshot` and `restore` makes the exploration faster. Defaults
   * to none.
   */
  readonly outside?: { readonly [K in keyof O]: () => O[K] };
  /**
   * The methods of outside objects that change nothing, such as `dns.list`. They are not effects, and
   * may return an async iterable. Defaults to none.
   */
  readonly reads?: readonly string[];
  /**
   * The permissions of the operator, as `withRole` of a fake clientset accepts them. A request without one
   * breaks a promise. The workload and the promises may do everything. With two replicas, the operator needs
   * a Lease in the namespace `default`. Defaults to all permissions.
   */
  readonly roles?: string | readonly object[];
  /** What users and other controllers do, step by step. The operator comes to rest after each step. */
  readonly workload: Readonly<Record<string, (world: ExploredWorld<S, O>) => unknown>>;
  /** What holds after each effect, by name. Defaults to none. */
  readonly always?: Readonly<Record<string, Invariant<S, O>>>;
  /** What holds after each step, by name. Defaults to none. */
  readonly atRest?: Readonly<Record<string, Invariant<S, O>>>;
  /**
   * The number of processes of the operator. Two elect a leader by a Lease; the faults are then its pauses
   * and crashes, no effect of a process that has lost its Lease may follow one of its successor, and the
   * operator must be at rest for 45 s instead of 60 s. Defaults to 1.
   */
  readonly replicas?: 1 | 2;
  /** The faults to explore. Defaults to all that are possible with this number of replicas. */
  readonly faults?: readonly Fault[];
  /** Whether to explore pairs of crashes too: after an effect, and at one of the next four. */
  readonly pairs?: boolean;
  /**
   * The steps after which a reconcile may fail again and again, such as one with an invalid spec. After all
   * others, the last reconcile of each object must have succeeded, or have failed with a `TerminalError`.
   * Defaults to none.
   */
  readonly mayFail?: readonly string[];
  /** The kinds whose objects the operator may delete and create again, and which are not counted. Defaults to none. */
  readonly recreates?: readonly string[];
  /** Whether to end with the first violation. Defaults to false. */
  readonly stopsAtFirst?: boolean;
  /**
   * The part of the plans to run, so that several processes share them: `{ index: 1, count: 2 }` is every
   * second plan from the first one. Defaults to all.
   */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Explores at most so many plans. Defaults to all. */
  readonly maxPlans?: number;
  /** The seed of all random numbers, a whole number. Defaults to 1. */
  readonly seed?: number;
}

/** A plan that breaks a promise. */
export interface Violation {
  /** The simplest plan found: with one fault instead of two, or a 500 instead of a crash. */
  readonly plan: Plan;
  /** Which promise is broken, and how. */
  readonly problems: readonly string[];
  readonly timeline: readonly TimelineEntry[];
  /** The file of the plan, if the variable VMGEN_PLANS names a folder for plans, or `vmgen replay` runs it. */
  readonly file?: string;
}

/** The numbers of plans. */
export interface PlanCounts {
  readonly plans: number;
  /** Those that broke a promise. */
  readonly violated: number;
  /** Those with a fault that did not happen. */
  readonly notTested: number;
}

/** The result of {@link explore}. */
export interface Exploration {
  /** The option `name`. */
  readonly name?: string;
  /** The number of plans that were run. */
  readonly plans: number;
  /** The number of plans that broke a promise. */
  readonly violated: number;
  /** The simplest violations. Those of several plans with one cause are often one. */
  readonly violations: readonly Violation[];
  /**
   * The plans with a fault that did not happen, because its effect did not happen again, or no event of a held
   * watch. They tested nothing.
   */
  readonly notTested: readonly Plan[];
  /** The numbers of plans by fault. The faults of a pair are one entry, such as `crash after, then crash before`. */
  readonly faults: Readonly<Record<string, PlanCounts>>;
  /** The effects of the run without faults, by step. */
  readonly effects: Readonly<Record<string, readonly Effect[]>>;
  /** Those of {@link effects} that no fault has reached. */
  readonly unreached: Readonly<Record<string, readonly Effect[]>>;
  /**
   * The effects of the run without faults that did not occur in a second one, by step. Their names are
   * random, so that no plan reaches them: draw names from the `random` of the context, or use `generateName`.
   */
  readonly unrepeated: Readonly<Record<string, readonly Effect[]>>;
  /** What the run without faults has started that takes real time. Empty in a replay. */
  readonly notSimulated: readonly NotSimulated[];
  /** The steps with effects of which no plan made the operator repeat one. */
  readonly withoutRetry: readonly string[];
}

/** Throws if options contradict one another. */
export function checkOptions({
  faults = [],
  replicas = 1,
  shard: { index, count } = { index: 1, count: 1 },
}: Pick<ExploreOptions<unknown, object>, 'faults' | 'replicas' | 'shard'>): void {
  const pause = faults.find(isPause);
  if (pause !== undefined && replicas === 1) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `the fault ${JSON.stringify(pause)} needs a second process; set replicas: 2`,
    );
  }
  if (Number.isInteger(index) && Number.isInteger(count) && 1 <= index && index <= count) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the shard ${index} of ${count} does not exist; use whole numbers from 1 to count`,
  );
}
