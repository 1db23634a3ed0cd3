import type { BadSpecs } from './candidates.js';
import type { DisturbanceKind } from './disturbances.js';
import type { ExploreOptions, Violation } from './explore-options.js';
import type { Plan } from './plan.js';
import type { OutsideObjects } from './explored-world.js';

/** Options of {@link exploreStates}. Those of an exploration of faults are accepted: `{ ...options, states: 50 }`. */
export interface StateExploreOptions<S, O extends OutsideObjects<O>> extends Omit<
  ExploreOptions<S, O>,
  'replicas' | 'faults' | 'pairs' | 'shard' | 'maxPlans'
> {
  /** The number of states to explore, or fewer if there are not so many. Defaults to 100. */
  readonly states?: number;
  /** What somebody else does. Defaults to all but `lost status` and `older outside`. */
  readonly disturbances?: readonly DisturbanceKind[];
  /**
   * Specs that the schema accepts and the operator cannot fulfil, by kind, as merge patches of a spec:
   * `{ Site: [{ image: 'no such image' }] }`. Defaults to none.
   */
  readonly badSpecs?: BadSpecs;
  /**
   * The operator must reach the state of the run without disturbances within this time after the cause is
   * gone, in milliseconds. A foreign object and a bad spec exist for half of this time, so that an operator
   * whose retries double their delay is in time. Set a longer one for an operator with longer delays or
   * that looks at its objects at intervals. Defaults to 10,000.
   */
  readonly withinMs?: number;
}

/** The result of {@link exploreStates}. */
export interface StateExploration {
  /** The option `name`. */
  readonly name?: string;
  /** The number of states that were explored. */
  readonly states: number;
  /** The number of states from which the operator did not recover. */
  readonly violated: number;
  /** The simplest violations. Those of several states with one cause are often one. */
  readonly violations: readonly Violation[];
  /** The plans of which the server refused all disturbances, so that they tested nothing. */
  readonly notTested: readonly Plan[];
  /** How often each kind of disturbance happened. */
  readonly disturbances: Readonly<Record<string, number>>;
}
