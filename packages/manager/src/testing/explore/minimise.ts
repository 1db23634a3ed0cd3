import { canHave, type Fault } from './effects.js';
import type { Violation } from './explore-options.js';
import { planJson, type Plan } from './plan.js';

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
  const { toEnd, ...alone } = plan;
  if (toEnd === true) yield alone;
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
  const { problems } = violation;
  const simplified = async (found: Violation): Promise<Violation> => {
    for (const plan of simplerPlans(found.plan, stepsBefore)) {
      const simpler = await run(plan);
      // Not only one of the last simpler plan, which may break other promises too.
      const isSame = simpler?.problems.some((problem) => problems.includes(problem));
      if (simpler !== undefined && isSame === true) return simplified(simpler);
    }
    return found;
  };
  return simplified(violation);
}

/**
 * Returns the simplest violations of several, with their detailed timelines. Those with the same plan become one.
 *
 * @param run see {@link minimised}
 * @param detailed returns a violation with a timeline of {@link withDetails}
 * @param stepsBefore returns the steps of a plan that may be omitted
 */
export async function simplestOf(
  violations: readonly Violation[],
  run: (plan: Plan) => Promise<Violation | undefined>,
  detailed: (violation: Violation) => Promise<Violation>,
  stepsBefore: (plan: Plan) => readonly string[] = () => [],
): Promise<Violation[]> {
  const simplest = new Map<string, Violation>();
  for (const violation of violations) {
    const found = await minimised(violation, run, stepsBefore(violation.plan));
    const key = planJson(found.plan);
    if (!simplest.has(key)) simplest.set(key, await detailed(found));
  }
  return [...simplest.values()];
}

/** Runs a plan with a timeline that contains what was read, seen and changed. */
export async function withDetails<R>(
  world: { isDetailed: boolean },
  run: () => Promise<R>,
): Promise<R> {
  world.isDetailed = true;
  try {
    return await run();
  } finally {
    world.isDetailed = false;
  }
}
