import { withExitReport } from './exit-report.js';
import { Explorer } from './explorer.js';
import type { Exploration, ExploreOptions } from './explore-options.js';
import { kept } from './plan-files.js';
import { replayedPlan } from './plan.js';
import { replay } from './replay.js';
import type { ExplorableServer, OutsideObjects } from './explored-world.js';

/**
 * Runs an operator on a fake API server, or on that of {@link realServer}, once without faults, and then
 * again and again with one fault at each of its effects: its writes, and its calls of outside objects.
 * After each step of the workload, the objects must be those of the run without faults, the operator must
 * be at rest, and your own promises must hold. The operator runs in this process and in simulated time, so
 * that a plan takes milliseconds, and the same seed explores the same.
 *
 * Rejects if the run without faults breaks a promise. Violations are in the result:
 *
 * @example
 * const { violations } = await explore({
 *   operator: (manager, { dns }) => addSiteController(manager, dns),
 *   server: (options) => createFakeClientset({ ...options, garbageCollection: true }),
 *   outside: { dns: createMemoryDns },
 *   workload: {
 *     create: ({ server }) => server.webV1.sites('default').create(shop),
 *     delete: ({ server }) => server.webV1.sites('default').delete('shop'),
 *   },
 *   atRest: { 'no record without a site': ({ outside }) => outside.dns.records.length <= 1 },
 * });
 * assert.deepEqual(violations.map(violationText), []);
 */
export async function explore<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O> = object,
>(options: ExploreOptions<S, O>): Promise<Exploration> {
  const plan = replayedPlan();
  if (plan !== undefined) return replay(options, plan);
  const explorer = new Explorer(options);
  try {
    const exploration = await withExitReport(
      () => explorer.world.last,
      () => explorer.explore(),
    );
    return { ...exploration, violations: exploration.violations.map(kept) };
  } finally {
    await explorer.close();
  }
}
