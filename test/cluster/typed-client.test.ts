import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  isAlreadyExists,
  isConflict,
  isInvalid,
  isNotFound,
  type WatchEvent,
} from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { VirtualMachineClient } from '../../generated/cloudnative/v1alpha1/client.js';
import { endsAfterTests } from '../support/ends-after.js';
import { startVirtualMachinesPlane } from '../support/virtual-machines-plane.js';

const atEnd = endsAfterTests();
let machines: VirtualMachineClient;

before(async () => {
  const { clientset } = await startVirtualMachinesPlane(atEnd);
  machines = clientset.cloudnativeV1alpha1.virtualMachines('default');
});

const machine = (name: string, labels: Record<string, string> = {}): VirtualMachine => ({
  metadata: { name, labels },
  spec: { resource: { cpu: '500m', memory: '1Gi' } },
});

const status = { phase: 'Active' as const };

describe('the typed client on a real kube-apiserver', () => {
  test("creates an object and returns it with the server's fields", async () => {
    const created = await machines.create(machine('one'));
    assert.equal(created.spec.action, 'active');
    assert.equal(created.kind, 'VirtualMachine');
    assert.deepEqual(await machines.get('one'), created);
  });

  test('reports why a create is rejected', async () => {
    await assert.rejects(machines.create(machine('one')), isAlreadyExists);
    const bad = { ...machine('bad'), spec: { resource: { cpu: 'much' } } };
    await assert.rejects(machines.create(bad), (error) => {
      assert.ok(isInvalid(error));
      assert.equal(error.status.details?.causes?.[0]?.field, 'spec.resource.cpu');
      return true;
    });
  });

  test('does not change anything in a dry run', async () => {
    const { metadata } = await machines.create(machine('dry'), { dryRun: true });
    assert.ok(metadata.uid);
    await assert.rejects(machines.get('dry'), isNotFound);
  });

  test('updates an object, and rejects the update of an outdated object', async () => {
    const read = await machines.get('one');
    const updated = await machines.update({ ...read, spec: { ...read.spec, image: 'other' } });
    assert.equal(updated.metadata.generation, 2);
    await assert.rejects(machines.update(read), isConflict);
  });

  test('writes status and spec separately', async () => {
    const read = await machines.get('one');
    const spec = { ...read.spec, image: 'third' };
    const updated = await machines.updateStatus({ ...read, spec, status });
    assert.equal(updated.status?.phase, 'Active');
    assert.equal(updated.spec.image, 'other');
    assert.equal(updated.metadata.generation, 2);
    const patched = await machines.mergePatchStatus('one', { status: { reason: 'because' } });
    assert.deepEqual(patched.status, { phase: 'Active', reason: 'because' });
  });

  test('patches by merge and by JSON patch', async () => {
    const merged = await machines.mergePatch('one', { metadata: { labels: { tier: 'web' } } });
    assert.deepEqual(merged.metadata.labels, { tier: 'web' });
    const patched = await machines.jsonPatch('one', [
      { op: 'replace', path: '/spec/image', value: 'patched' },
    ]);
    assert.equal(patched.spec.image, 'patched');
  });

  test('applies spec and status with a field manager, and names the owner of a field in a conflict', async () => {
    const resource = { cpu: 1 };
    const one = { metadata: { name: 'applied' }, spec: { resource } };
    const applied = await machines.apply(one, { fieldManager: 'first' });
    assert.equal(applied.metadata.managedFields?.[0]?.manager, 'first');
    const other = { ...one, spec: { resource: { cpu: 2 } } };
    await assert.rejects(machines.apply(other, { fieldManager: 'second' }), (error) => {
      assert.ok(isConflict(error));
      assert.match(error.message, /conflict with "first": \.spec\.resource\.cpu/);
      return true;
    });
    const forced = await machines.apply(other, { fieldManager: 'second', force: true });
    assert.equal(forced.spec.resource['cpu'], 2);
    const withStatus = await machines.applyStatus(
      { metadata: { name: 'applied' }, status },
      { fieldManager: 'first', force: true },
    );
    assert.equal(withStatus.status?.phase, 'Active');
  });

  test('lists by label and by page', async () => {
    for (const name of ['a', 'b', 'c']) await machines.create(machine(name, { set: 'paged' }));
    const first = await machines.list({ labelSelector: 'set=paged', limit: 2 });
    assert.deepEqual(
      first.items.map(({ metadata }) => metadata.name),
      ['a', 'b'],
    );
    const rest = await machines.list({
      labelSelector: 'set=paged',
      limit: 2,
      continue: first.metadata.continue ?? '',
    });
    assert.deepEqual(
      rest.items.map(({ metadata }) => metadata.name),
      ['c'],
    );
    const byName = await machines.list({ fieldSelector: 'metadata.name=b' });
    assert.equal(byName.items.length, 1);
  });

  test('watches from the resourceVersion of a list', async () => {
    const { metadata } = await machines.list();
    const events: WatchEvent<VirtualMachine>[] = [];
    const watch = machines.watch({ resourceVersion: metadata.resourceVersion ?? '' });
    await machines.create(machine('watched'));
    await machines.mergePatch('watched', { spec: { image: 'new' } });
    await machines.delete('watched');
    for await (const event of watch) {
      events.push(event);
      if (event.type === 'DELETED') break;
    }
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ADDED', 'MODIFIED', 'DELETED'],
    );
  });

  test('deletes only objects that meet the preconditions', async () => {
    const { metadata } = await machines.get('one');
    const preconditions = { uid: 'of-another' };
    await assert.rejects(machines.delete('one', { preconditions }), isConflict);
    await machines.delete('one', { preconditions: { uid: metadata.uid } });
    await assert.rejects(machines.get('one'), isNotFound);
  });

  test('deletes a selection', async () => {
    await machines.deleteCollection({}, { labelSelector: 'set=paged' });
    assert.equal((await machines.list({ labelSelector: 'set=paged' })).items.length, 0);
    assert.equal((await machines.list()).items.length, 1);
  });
});
