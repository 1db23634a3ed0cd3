import { appendFileSync } from 'node:fs';
import { addVmController, createFakeDriver, type FakeDriver } from '@vmgen/controller';
import {
  explorationText,
  explore,
  exploreStates,
  statesText,
  type Exploration,
  type ExploreOptions,
  type StateExploration,
  type StateExploreOptions,
} from '@vmgen/manager/testing';
import { createFakeClientset, type FakeClientset } from '../../generated/testing/fake-clientset.js';

export const machinesOf = ({ server }: { readonly server: FakeClientset }) =>
  server.cloudnativeV1alpha1.virtualMachines('default');
export const resource = { cpu: '1', memory: '1G', rootDisk: '1G' };

/** Removes all servers without the controller. */
function removeServers({ outside }: { readonly outside: { readonly driver: FakeDriver } }): void {
  for (const uid of Object.keys(outside.driver.snapshot())) outside.driver.removeFromOutside(uid);
}

const FLEET = ['web', 'db', 'mail'];

/** Does something with each machine of a fleet. */
const withFleet =
  (change: (machines: ReturnType<typeof machinesOf>, name: string) => Promise<unknown>) =>
  async (world: { readonly server: FakeClientset }): Promise<void> => {
    for (const name of FLEET) await change(machinesOf(world), name);
  };

/** The life of two machines under the controller, for explorations of its faults. */
export const machinesExplored: ExploreOptions<FakeClientset, { readonly driver: FakeDriver }> = {
  name: 'vm-controller',
  operator: (manager, { driver }) => addVmController(manager, { driver, workers: 1 }),
  server: (options) => createFakeClientset(options),
  outside: { driver: createFakeDriver },
  reads: [
    'driver.isServerExist',
    'driver.getServerStatus',
    'driver.getServerUsage',
    'driver.listServers',
    'driver.watchServers',
    'driver.close',
  ],
  workload: {
    create: (world) => machinesOf(world).create({ metadata: { name: 'web' }, spec: { resource } }),
    resize: (world) => machinesOf(world).mergePatch('web', { spec: { resource: { cpu: '2' } } }),
    stop: (world) => machinesOf(world).mergePatch('web', { spec: { action: 'inactive' } }),
    start: (world) => machinesOf(world).mergePatch('web', { spec: { action: 'active' } }),
    remove: removeServers,
    second: (world) => machinesOf(world).create({ metadata: { name: 'db' }, spec: { resource } }),
    delete: (world) => machinesOf(world).delete('web'),
    rest: (world) => machinesOf(world).delete('db'),
  },
  atRest: {
    'one server for each machine': async (world) =>
      Object.keys(world.outside.driver.snapshot()).length ===
      (await machinesOf(world).list()).items.length,
  },
};

/** The same with some of its steps, in their order. */
export function machinesWith(...steps: readonly string[]): typeof machinesExplored {
  const kept = Object.entries(machinesExplored.workload).filter(([step]) => steps.includes(step));
  return { ...machinesExplored, workload: Object.fromEntries(kept) };
}

/** The same, disturbed in random states. */
export const machinesDisturbed: StateExploreOptions<
  FakeClientset,
  { readonly driver: FakeDriver }
> = {
  ...machinesExplored,
  badSpecs: { VirtualMachine: [{ resource: { cpu: '0' } }, { image: 'another' }] },
  // The status has only what the controller finds out again, and a lost server is created again.
  disturbances: ['forged status', 'lost status', 'stripped finalizer', 'bad spec', 'older outside'],
};

/**
 * Explores faults of a machine, of two replicas and random states with a promise that each plan breaks, and
 * returns all that the explorations contain: also each timeline.
 */
export async function exploredText(): Promise<string> {
  const options = () => {
    let runs = 0;
    return {
      ...machinesWith('create'),
      atRest: { 'it is the first run': () => runs++ === 0 },
    };
  };
  return JSON.stringify([
    await explore({ ...options(), maxPlans: 6 }),
    await explore({ ...options(), replicas: 2, maxPlans: 2 }),
    await exploreStates({ ...machinesDisturbed, ...options(), states: 4 }),
  ]);
}

/** Prints the summary of an exploration at the end of the run. */
export const noteExploration = (exploration: Exploration): void =>
  note(explorationText(exploration));

/** Prints the summary of an exploration of states at the end of the run. */
export const noteStates = (exploration: StateExploration): void => note(statesText(exploration));

function note(text: string): void {
  const file = process.env['VMGEN_NOTES'];
  const [summary = ''] = text.split('\n');
  if (file !== undefined) appendFileSync(file, `${summary}\n`);
}

/** The life of three machines that change at the same time, and of one that follows: many effects in a step. */
export const fleetExplored: typeof machinesExplored = {
  ...machinesExplored,
  name: 'vm-controller, a fleet',
  workload: {
    create: withFleet((machines, name) =>
      machines.create({ metadata: { name }, spec: { resource } }),
    ),
    resize: withFleet((machines, name) =>
      machines.mergePatch(name, { spec: { resource: { cpu: '2' } } }),
    ),
    stop: withFleet((machines, name) =>
      machines.mergePatch(name, { spec: { action: 'inactive' } }),
    ),
    start: withFleet((machines, name) => machines.mergePatch(name, { spec: { action: 'active' } })),
    remove: removeServers,
    delete: withFleet((machines, name) => machines.delete(name)),
    another: (world) => machinesOf(world).create({ metadata: { name: 'log' }, spec: { resource } }),
    last: (world) => machinesOf(world).delete('log'),
  },
};
