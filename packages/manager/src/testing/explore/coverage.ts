import { effectText, sameEffect, type Effect, type PlannedFault } from './effects.js';
import type { Exploration, PlanCounts } from './explore-options.js';
import type { Plan } from './plan.js';

/** What a plan has tested. */
export interface Tested {
  readonly isViolated: boolean;
  /** The planned faults that did not happen, because their effect did not, or no event of a held watch. */
  readonly missed: readonly PlannedFault[];
  /** Those of them whose names did not occur although no fault happened. */
  readonly unrepeated: readonly Effect[];
  /** Whether an effect happened more often than without faults. */
  readonly hasRetried: boolean;
}

/** Records what the plans of an exploration have tested, and what they have not. */
export class Coverage {
  readonly #faults = new Map<string, { plans: number; violated: number; notTested: number }>();
  readonly #notTested: Plan[] = [];
  /** The effects that a fault has reached, with their steps. */
  readonly #reached = new Set<string>();
  readonly #retried = new Set<string>();
  readonly #unrepeated = new Set<string>();

  add(plan: Plan, { isViolated, missed, unrepeated, hasRetried }: Tested): void {
    const key = plan.faults.map(({ fault }) => fault).join(', then ');
    const count = this.#faults.get(key) ?? { plans: 0, violated: 0, notTested: 0 };
    this.#faults.set(key, count);
    count.plans++;
    if (isViolated) count.violated++;
    if (missed.length > 0) {
      count.notTested++;
      this.#notTested.push(plan);
    }
    if (hasRetried) this.#retried.add(plan.step);
    for (const effect of unrepeated) this.#unrepeated.add(keyOf(plan.step, effect));
    for (const fault of plan.faults) {
      if (!missed.some((each) => sameEffect(each, fault))) {
        this.#reached.add(keyOf(plan.step, fault));
      }
    }
  }

  /** Returns the results of the plans, of which the effects without faults are these, by step. */
  results(
    effects: Exploration['effects'],
  ): Omit<Exploration, 'name' | 'violations' | 'notSimulated'> {
    const all = [...this.#faults.values()];
    const sum = (key: keyof PlanCounts): number =>
      all.reduce((total, each) => total + each[key], 0);
    const steps = Object.entries(effects);
    const select = (isWanted: (key: string) => boolean): Exploration['effects'] => {
      const selected = steps.map(
        ([step, each]) => [step, each.filter((effect) => isWanted(keyOf(step, effect)))] as const,
      );
      return Object.fromEntries(selected.filter(([, { length }]) => length > 0));
    };
    return {
      plans: sum('plans'),
      violated: sum('violated'),
      notTested: this.#notTested,
      faults: Object.fromEntries(this.#faults),
      effects,
      unreached: select((key) => !this.#reached.has(key)),
      unrepeated: select((key) => this.#unrepeated.has(key)),
      withoutRetry: steps
        .filter(([step, { length }]) => length > 0 && !this.#retried.has(step))
        .map(([step]) => step),
    };
  }
}

const keyOf = (step: string, effect: Effect): string => `${step}\n${effectText(effect)}`;
