import { planOf, printPlan } from './plan.js';
import { shrink } from './shrink.js';
import { runPlan, type Figures } from './world.js';

/**
 * Runs one seed. Rejects with a plan that reproduces the failure, reduced within the time limit.
 */
export async function runSeed(seed: number, steps: number, shrinkMs = 20_000): Promise<Figures> {
  const plan = planOf(seed, steps);
  const outcome = await runPlan(seed, plan);
  if (outcome.failure === undefined) return outcome.figures;
  const shortest = await shrink(seed, { plan, failure: outcome.failure }, shrinkMs);
  const { failure } = shortest;
  throw new Error(
    `seed ${seed} fails after step ${outcome.failure.step} of ${steps}: ${outcome.failure.problem}\n` +
      `reduced to ${shortest.plan.length} steps: ${failure.problem}\n` +
      `for test/faults/fuzz/regression-plans.ts: { seed: ${seed}, plan: '${printPlan(shortest.plan.slice(-60))}' }`,
  );
}
