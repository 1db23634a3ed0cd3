import { canHave, type Fault } from './effects.js';
import type { Violation } from './explore-options.js';
import type { Plan } from './plan.js';

/** The faults that are easier to understand than a fault and do a part of what it does, the simplest first. */
const WEAKER: Partial<Record<Fault, readonly Fault[]>> = {
  'crash after': ['lost after'],
  'crash before': ['server error', 'lost before'],
  'lost before': ['server error'],
  late: ['server error', 'lost before', 'crash before'],
  'a step late': ['server error', 'lost before', 'crash before', 'late'],
};

/** Returns the plans that are one change simpler than a plan, the simplest first. */
export function* simplerPlans(plan: Plan, stepsBefore: readonly string[]): Generator<Plan> {
  const { faults, disturbances = [], without = [] } = plan;
  if (faults.length > 1) {
    for (const each of faults) yield { ...plan, faults: faults.filter((other) => other !== each) };
  }
  if (disturbances.length > 1) {
    for (const each of disturbances) {
      yield { ...plan, disturbances: disturbances.filter((other) => other !== each) };
    }
  }
  for (const each of faults) {
    for (const fault of WEAKER[each.fault] ?? []) {
      if (!canHave(each, fault)) continue;
      yield {
        ...plan,
        faults: faults.map((other) => (other === each ? { ...each, fault } : other)),
      };
    }
  }
  for (const step of stepsBefore) {
    if (!without.includes(step)) yield { ...plan, without: [...without, step] };
  }
}

/**
 * Returns the simplest violation that breaks one of the same promises.
 *
 * @param run returns undefined if the plan breaks no promise, or its faults do not happen
 * @param stepsBefore the steps that may be omitted
 */
export async function minimised(
  violation: Violation,
  run: (plan: Plan) => Promise<Violation | undefined>,
  stepsBefore: readonly string[] = [],
): Promise<Violation> {
  for (const plan of simplerPlans(violation.plan, stepsBefore)) {
    const simpler = await run(plan);
    const isSame = simpler?.problems.some((problem) => violation.problems.includes(problem));
    if (simpler !== undefined && isSame === true) return minimised(simpler, run, stepsBefore);
  }
  return violation;
}
