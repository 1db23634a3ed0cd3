import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createTestManager } from '@vmgen/manager/testing';
import { createFakeClientset } from '../../generated/testing/fake-clientset.js';
import { clusterIdentity } from './cli/run-controller.js';
import { createFakeDriver } from './driver/fake-driver.js';
import { DriverError } from './driver/vm-driver.js';
import { addVmController } from './vm-controller.js';

const ROLES = await readFile(new URL('../../../../deploy/rbac.yaml', import.meta.url), 'utf8');

test('needs all permissions of deploy/rbac.yaml, and no others', async (t) => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'vm-system' } };
  const clientset = createFakeClientset({ objects: [namespace] });
  t.after(() => clientset.fake.close());
  const permitted = clientset.fake.withRole(ROLES);
  const machines = clientset.cloudnativeV1alpha1.virtualMachines('default');
  const spec = { resource: { cpu: '500m', memory: '4G' } };
  const driver = createFakeDriver();
  const start = () =>
    createTestManager(permitted, (manager) => addVmController(manager, { driver }), {
      name: 'vm-controller',
      leaderElection: { leaseNamespace: 'vm-system' },
    });

  await clusterIdentity(permitted);
  await using operator = await start();
  const { metadata } = await machines.create({ metadata: { name: 'test-vm' }, spec });
  await operator.idle();
  assert.equal((await machines.get('test-vm')).status?.phase, 'Active');
  // A candidate watches the Lease.
  const standby = await start();
  await standby.advance(5_000);
  await standby.stop();
  // A repeated event, and renewals of the Lease.
  for (let times = 0; times < 2; times++) {
    driver.failWith(new DriverError('busy', { kind: 'refused', reason: 'EngineError' }));
    driver.removeFromOutside(metadata.uid);
    await operator.advance(1_000);
    assert.equal((await machines.get('test-vm')).status?.phase, 'Failed');
    driver.failWith(undefined);
    await operator.advance(30_000);
    assert.equal((await machines.get('test-vm')).status?.phase, 'Active');
  }
  await machines.delete('test-vm');
  await operator.idle();
  assert.equal(await machines.find('test-vm'), undefined);
  await operator.stop();

  // A server without a VirtualMachine.
  const owner = { namespace: 'default', name: 'orphan', uid: 'gone' };
  await driver.createServer(owner, { image: 'nginx', nanoCpus: 0, memoryBytes: 0, running: true });
  await using second = await start();
  await second.advance(60_000);
  assert.deepEqual(await driver.listServers(), []);

  assert.deepEqual(permitted.unusedRules(), []);
});
