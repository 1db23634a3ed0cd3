import { printable } from '@vmgen/runtime/observability';
import { debuggerAttached, report } from '../replay-report.js';
import { withExitReport } from './exit-report.js';
import { kept, replayedOf } from './plan-files.js';
import { replayedPlan, type Plan } from './plan.js';
import { DisturbanceRefusedError, StateExplorer } from './state-explorer.js';
import type { StateExploration, StateExploreOptions } from './state-options.js';
import type { ExplorableServer, OutsideObjects } from './explored-world.js';

/**
 * Disturbs an operator in random states, and requires that it recovers. The workload runs once without
 * disturbances. Then, again and again, a step of it runs until the operator is at rest, and somebody else
 * deletes and changes objects, forges a status, or is in the way, while the operator runs or is stopped. After
 * the cause is gone, the operator must reach the state of the run without disturbances within 10 s, and then
 * write nothing for 60 s. All time is simulated, and the same seed explores the same.
 *
 * Rejects if the run without disturbances breaks a promise, or leaves nothing to disturb. Violations are in
 * the result:
 *
 * @example
 * const { violations } = await exploreStates({
 *   operator: addSiteController,
 *   server: (options) => createFakeClientset({ ...options, garbageCollection: true }),
 *   workload: { create: ({ server }) => server.webV1.sites('default').create(shop) },
 *   badSpecs: { Site: [{ image: 'no such image' }] },
 * });
 * assert.deepEqual(violations.map(violationText), []);
 */
export async function exploreStates<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O> = object,
>(options: StateExploreOptions<S, O>): Promise<StateExploration> {
  const plan = replayedPlan();
  if (plan !== undefined && !isKnown(plan, options)) {
    return { states: 0, violated: 0, violations: [], notTested: [], disturbances: {} };
  }
  const explorer = new StateExplorer(options);
  try {
    if (plan !== undefined) return await replayed(explorer, plan);
    const exploration = await withExitReport(
      () => explorer.last,
      () => explorer.explore(),
    );
    return { ...exploration, violations: exploration.violations.map(kept) };
  } finally {
    await explorer.close();
  }
}

/** Whether a plan is one of an exploration with these options. */
const isKnown = (
  { exploration, step, disturbances }: Plan,
  { name, workload }: { readonly name?: string; readonly workload: object },
): boolean => disturbances !== undefined && name === exploration && Object.hasOwn(workload, step);

async function replayed(
  explorer: Pick<StateExplorer<never, object>, 'replay'>,
  plan: Plan,
): Promise<StateExploration> {
  try {
    const exploration = await explorer.replay(plan, async () => debuggerAttached());
    report(exploration.violated === 0 ? 'kept' : 'broken');
    return { ...exploration, violations: exploration.violations.map(replayedOf) };
  } catch (error) {
    report(error instanceof DisturbanceRefusedError ? 'missing' : 'failed');
    throw error;
  }
}

/**
 * Describes an exploration of states: how many were explored and violated, and how often each disturbance
 * happened. The first line is a summary.
 *
 * @example
 * const states = await exploreStates({
 *   operator: addSiteController,
 *   server: (options) => createFakeClientset(options),
 *   workload: { create: ({ server }) => server.webV1.sites('default').create(shop) },
 * });
 * console.log(statesText(states));
 */
export function statesText(exploration: StateExploration): string {
  const { name = 'operator', states, violated, notTested, disturbances } = exploration;
  const tested = notTested.length === 0 ? '' : `, ${notTested.length} not tested`;
  const rows = Object.entries(disturbances);
  const width = Math.max(0, ...rows.map(([kind]) => kind.length));
  const lines = [
    `${name}: ${states} random states, ${violated} violated${tested}`,
    ...rows.map(([kind, count]) => `  ${kind.padEnd(width)}${String(count).padStart(6)}`),
  ];
  return printable(lines.join('\n'));
}
