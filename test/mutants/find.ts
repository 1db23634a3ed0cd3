import { explore } from '@vmgen/manager/testing';
import { seeded } from '../support/seeded.js';
import type { Mutant } from './mutant.js';
import type { Operator } from './operator.js';
import { sitesExplored } from './sites.js';
import { COMPARED, tryOperator, type Trial } from './trial.js';

/** How an exploration has found a mutant. */
export interface Finding {
  /** The plans until it was found: 0 for the run without faults. */
  readonly plans: number;
  readonly fault: string;
  readonly effect: string;
}

/** Explores a mutant until the first violation. Resolves with undefined without one. */
export async function exploreMutant({ operator }: Mutant): Promise<Finding | undefined> {
  try {
    const options = { ...sitesExplored(operator), stopsAtFirst: true };
    const { plans, violations } = await explore(options);
    const [fault] = violations[0]?.plan.faults ?? [];
    return fault && { plans, fault: fault.fault, effect: fault.name };
  } catch (error) {
    if (!/the run without faults breaks a promise/.test(String(error))) throw error;
    const [, step = ''] = /step "(.*?)"/.exec(String(error)) ?? [];
    return { plans: 0, fault: 'none', effect: `step ${step}` };
  }
}

/** Whether plain tests fail: the promises after each step, and the objects of a correct operator. */
export function failsPlainTests({ states, broken }: Trial, twin: Trial | undefined): boolean {
  if ([...broken.values()].some((each) => each.length > 0)) return true;
  return twin !== undefined && [...states].some(([step, state]) => state !== twin.states.get(step));
}

/** Chaos runs at least so often, which takes longer than most explorations. */
const MIN_RUNS = 2;
/** A run takes about as long as so many plans. */
const PLANS_OF_A_RUN = 5;

/**
 * Whether random faults change the result of the trial `wanted`, in as much time as an exploration with so
 * many plans.
 */
export async function failsChaos(
  operator: Operator,
  wanted: Trial,
  { plans, seed }: { readonly plans: number; readonly seed: number },
): Promise<boolean> {
  const runs = Math.max(MIN_RUNS, Math.ceil(plans / PLANS_OF_A_RUN));
  for (let run = 0; run < runs; run++) {
    const trial = await tryOperator(operator, seeded(seed * 1_000 + run));
    if (COMPARED.some((step) => differsAt(step, wanted, trial))) return true;
  }
  return false;
}

const differsAt = (step: string, wanted: Trial, { states, broken }: Trial): boolean =>
  states.get(step) !== wanted.states.get(step) || (broken.get(step) ?? []).length > 0;
