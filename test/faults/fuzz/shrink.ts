import type { Plan } from './plan.js';
import { runPlan, type Failure } from './world.js';

/** A failing plan, reduced within the time limit. */
interface Shrunk {
  readonly plan: Plan;
  readonly failure: Failure;
}

/**
 * Removes steps from a failing plan while the rest still fails and time is left, large pieces first
 * (delta debugging).
 */
export async function shrink(
  seed: number,
  { plan, failure }: Shrunk,
  withinMs: number,
): Promise<Shrunk> {
  const endMs = performance.now() + withinMs;
  let best: Shrunk = { plan: plan.slice(0, failure.step + 1), failure };
  for (let size = best.plan.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < best.plan.length;) {
      if (performance.now() > endMs) return best;
      const shorter = best.plan.toSpliced(from, size);
      const outcome = await runPlan(seed, shorter);
      if (outcome.failure === undefined) from += size;
      else best = { plan: shorter.slice(0, outcome.failure.step + 1), failure: outcome.failure };
    }
  }
  return best;
}
