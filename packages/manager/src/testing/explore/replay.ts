import { Coverage } from './coverage.js';
import { isPause } from './effects.js';
import { Explorer, withoutSteps } from './explorer.js';
import type { Exploration, ExploreOptions } from './explore-options.js';
import { replayedOf } from './plan-files.js';
import { EffectMissingError, type Plan } from './plan.js';
import { debuggerAttached, report } from '../replay-report.js';
import type { ExplorableServer, OutsideObjects } from './explored-world.js';

/** Runs one plan once, or nothing if it is one of another exploration. */
export async function replay<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O>,
>(options: ExploreOptions<S, O>, plan: Plan): Promise<Exploration> {
  if (!isKnown(plan, options)) {
    return { ...new Coverage().results({}), notSimulated: [], violations: [] };
  }
  const explorer = new Explorer(withoutSteps(options, plan));
  try {
    const exploration = await explorer.replay(plan, async () => debuggerAttached());
    report(exploration.violated === 0 ? 'kept' : 'broken');
    return { ...exploration, violations: exploration.violations.map(replayedOf) };
  } catch (error) {
    report(error instanceof EffectMissingError ? 'missing' : 'failed');
    throw error;
  } finally {
    await explorer.close();
  }
}

/** Whether a plan is one of an exploration with these options. */
const isKnown = (
  { exploration, step, without = [], faults, disturbances }: Plan,
  { name, workload, replicas = 1 }: KnownBy,
): boolean =>
  name === exploration &&
  disturbances === undefined &&
  [step, ...without].every((each) => Object.hasOwn(workload, each)) &&
  (replicas > 1 || !faults.some(({ fault }) => isPause(fault)));

interface KnownBy extends Pick<ExploreOptions<unknown, object>, 'name' | 'replicas'> {
  readonly workload: object;
}
