import { addVmController, createFakeDriver } from '@vmgen/controller';
import { createTestManager, explore, type Exploration } from '@vmgen/manager/testing';
import { createFakeClock } from '@vmgen/runtime/testing';
import { createFakeClientset } from '../../generated/testing/fake-clientset.js';
import { machinesOf, machinesWith, resource } from '../support/explored-machines.js';
import { benchByHand } from './explore/by-hand.js';
import { exploreSite } from './explore/explored-site.js';

const ROUNDS = 3;
const PLANS_PER_SECOND = 20;
const SITE_PLANS_PER_SECOND = 25;
const LEASE_PLANS = 12;
const LEASE_SECONDS = 5;
const IDLE_PER_SECOND = 20_000;
const IDLE_MS = 6 * 3_600_000;

const MACHINES = { ...machinesWith('create', 'resize', 'delete'), atRest: {} };

/**
 * How many plans of explorations, and how many simulated seconds at rest, a second of processor time runs, and
 * what plans of two replicas cost. The run without faults is the same work.
 */
export async function benchExplore(print: (line: string) => void): Promise<void> {
  await benchPlans(print, 'vm-controller', PLANS_PER_SECOND, (maxPlans) =>
    explore({ ...MACHINES, maxPlans }),
  );
  await benchPlans(print, 'an operator of sites', SITE_PLANS_PER_SECOND, exploreSite);
  const elected = await cpuOf(() => explore({ ...MACHINES, replicas: 2, maxPlans: LEASE_PLANS }));
  const reference = await cpuOf(() => explore({ ...MACHINES, replicas: 2, faults: [] }));
  const leaseSeconds = elected.seconds - reference.seconds;
  if (elected.result.plans !== LEASE_PLANS || elected.result.violations.length > 0) {
    throw new Error('the exploration of two replicas found a violation');
  }
  print(
    `${LEASE_PLANS} plans of two replicas, 75 simulated seconds each: ${leaseSeconds.toFixed(1)} s of processor time, ` +
      `the whole run without faults: ${reference.seconds.toFixed(1)} s  (goal ${LEASE_SECONDS}: ${leaseSeconds <= LEASE_SECONDS ? 'met' : 'missed'})`,
  );
  const idle = Math.max(await idleSecondsPerSecond(), await idleSecondsPerSecond());
  print(
    `simulated seconds at rest: ${idle.toFixed(0)} a second of processor time  ${verdict(idle, IDLE_PER_SECOND)}`,
  );
  benchByHand(print);
}

/** @param run runs at most so many plans, after the run without faults */
async function benchPlans(
  print: (line: string) => void,
  name: string,
  goal: number,
  run: (maxPlans: number) => Promise<Exploration>,
): Promise<void> {
  await run(5);
  let best = 0;
  let withoutFaults = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { seconds: alone } = await cpuOf(() => run(0));
    const { seconds, result } = await cpuOf(() => run(Infinity));
    if (result.violations.length > 0) throw new Error('the exploration found a violation');
    best = Math.max(best, result.plans / (seconds - alone));
    withoutFaults = Math.max(withoutFaults, 1 / alone);
  }
  print(
    `plans of ${name}: ${best.toFixed(0)} a second of processor time, ` +
      `whole runs without faults: ${withoutFaults.toFixed(1)}  ${verdict(best, goal)}`,
  );
}

async function idleSecondsPerSecond(): Promise<number> {
  const clock = createFakeClock();
  const server = createFakeClientset({ clock });
  const driver = createFakeDriver();
  await using operator = await createTestManager(
    server.fake,
    (manager) => addVmController(manager, { driver }),
    { clock },
  );
  await machinesOf({ server }).create({ metadata: { name: 'web' }, spec: { resource } });
  await operator.idle();
  const { seconds } = await cpuOf(() => operator.advance(IDLE_MS));
  return IDLE_MS / 1000 / seconds;
}

async function cpuOf<R>(
  work: () => Promise<R>,
): Promise<{ readonly seconds: number; readonly result: R }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, result };
}

const verdict = (value: number, goal: number): string =>
  value >= goal ? `(goal ${goal}: met)` : `(goal ${goal}: missed)`;
