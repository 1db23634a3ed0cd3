import { appendFileSync } from 'node:fs';
import { explorationText, type Exploration, type ExploreOptions } from '@vmgen/manager/testing';
import { createFakeClientset, type FakeClientset } from '../../generated/testing/fake-clientset.js';
import { createFakeDriver, type FakeDriver } from './driver/fake-driver.js';
import { addVmController } from './vm-controller.js';

const machinesOf = ({ server }: { readonly server: FakeClientset }) =>
  server.cloudnativeV1alpha1.virtualMachines('default');
const resource = { cpu: '1', memory: '1G', rootDisk: '1G' };

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
    remove: ({ outside }) => {
      for (const uid of Object.keys(outside.driver.snapshot()))
        outside.driver.removeFromOutside(uid);
    },
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

/** Prints the summary of an exploration at the end of the run. */
export function noteExploration(exploration: Exploration): void {
  const file = process.env['VMGEN_NOTES'];
  const [summary = ''] = explorationText(exploration).split('\n');
  if (file !== undefined) appendFileSync(file, `${summary}\n`);
}
