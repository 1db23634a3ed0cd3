import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ApiError } from '@vmgen/runtime';
import {
  createFakeClientset,
  type FakeClientset,
} from '../../../generated/testing/fake-clientset.js';
import { createFakeDriver, type FakeDriver } from '../driver/fake-driver.js';
import { collectOrphan, collectOrphans } from './collect-orphans.js';

const owner = { namespace: 'default', name: 'gone', uid: 'uid' };
const spec = { image: 'nginx', nanoCpus: 0, memoryBytes: 0, running: true };
const { signal } = new AbortController();

let clientset: FakeClientset;
let driver: FakeDriver;

beforeEach(async () => {
  clientset = createFakeClientset();
  driver = createFakeDriver();
  await driver.createServer(owner, spec);
});

const clientOf = (namespace: string) => clientset.cloudnativeV1alpha1.virtualMachines(namespace);

test('deletes a server whose VirtualMachine no longer exists', async () => {
  const collected = await collectOrphans(driver, clientOf, () => false, signal);
  assert.deepEqual(collected, [owner]);
  assert.deepEqual(await driver.listServers(), []);
});

test('sends no API request for an owner without a server', async () => {
  assert.equal(await collectOrphan(driver, clientOf, { ...owner, uid: 'other' }, signal), false);
  assert.deepEqual(clientset.fake.actions, []);
});

test('keeps a server if the API does not serve the kind', async () => {
  const unknownKind = new ApiError({ code: 404, reason: 'NotFound', message: 'no such resource' });
  clientset.fake.prependReactor({ resource: 'virtualmachines' }, () => unknownKind);
  await assert.rejects(
    collectOrphans(driver, clientOf, () => false, signal),
    { message: 'no such resource' },
  );
  await assert.rejects(collectOrphan(driver, clientOf, owner, signal), {
    message: 'no such resource',
  });
  assert.deepEqual(await driver.listServers(), [owner]);
});
