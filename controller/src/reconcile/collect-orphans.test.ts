import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ApiError } from '@vmgen/runtime';
import {
  createFakeClientset,
  type FakeClientset,
} from '../../../generated/testing/fake-clientset.js';
import { createFakeDriver, type FakeDriver } from '../driver/fake-driver.js';
import type { ServerOwner } from '../driver/vm-driver.js';
import { collectOrphans } from './collect-orphans.js';

const owner = { namespace: 'default', name: 'gone', uid: 'uid' };
const spec = { image: 'nginx', nanoCpus: 0, memoryBytes: 0, running: true };
const { signal } = new AbortController();

let clientset: FakeClientset;
let driver: FakeDriver;
let collected: string[];

beforeEach(async () => {
  clientset = createFakeClientset();
  driver = createFakeDriver();
  collected = [];
  await driver.createServer(owner, spec);
});

const collect = ({ uid }: ServerOwner): unknown => collected.push(uid);
const clientOf = (namespace: string) => clientset.cloudnativeV1alpha1.virtualMachines(namespace);

test('deletes a server whose VirtualMachine no longer exists', async () => {
  await collectOrphans(driver, clientOf, () => false, collect, signal);
  assert.deepEqual(collected, ['uid']);
  assert.deepEqual(await driver.listServers(), []);
});

test('deletes the others if a name of one is invalid', async () => {
  await driver.createServer({ ...owner, name: '../gone', uid: 'invalid' }, spec);
  await driver.createServer({ ...owner, uid: 'last' }, spec);
  await assert.rejects(
    collectOrphans(driver, clientOf, () => false, collect, signal),
    /\.\.\/gone/,
  );
  assert.deepEqual(collected, ['uid', 'last']);
});

test('keeps a server if the API does not serve the kind', async () => {
  const unknownKind = new ApiError({ code: 404, reason: 'NotFound', message: 'no such resource' });
  clientset.fake.prependReactor({ resource: 'virtualmachines' }, () => unknownKind);
  await assert.rejects(
    collectOrphans(driver, clientOf, () => false, collect, signal),
    { message: 'no such resource' },
  );
  assert.deepEqual(await driver.listServers(), [owner]);
});
