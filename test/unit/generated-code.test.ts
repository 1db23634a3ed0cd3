import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createCustomResourceDefinitionClient } from '@vmgen/kubernetes/apiextensions/v1';
import {
  createHttpTransport,
  createInformerFactory,
  isConflict,
  isInvalid,
  isNotFound,
  loadKubeConfig,
} from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import { deepCopyVirtualMachine } from '../../generated/cloudnative/v1alpha1/deepcopy.js';
import { isVirtualMachine } from '../../generated/cloudnative/v1alpha1/register.js';
import { cloudnativeCrds, virtualMachineCrd } from '../../generated/testing/cloudnative/crds.js';
import { createFakeClientset } from '../../generated/testing/fake-clientset.js';
import { createInformers } from '../../generated/informers.js';

const time = '2026-01-02T03:04:05Z';

const full: VirtualMachine = {
  apiVersion: 'cloudnative.tw/v1alpha1',
  kind: 'VirtualMachine',
  metadata: {
    name: 'full',
    namespace: 'default',
    labels: { a: 'b' },
    finalizers: ['f'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Owner', name: 'o', uid: 'u' }],
    managedFields: [
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': {} },
      },
    ],
  },
  spec: { action: 'active', resource: { cpu: 1, memory: '4G' }, image: 'nginx' },
  status: {
    phase: 'Active',
    server: { id: 'i', state: 'running', usage: { cpu: 0, memory: 1 } },
    conditions: [
      { type: 'Ready', status: 'True', lastTransitionTime: time, reason: 'R', message: 'm' },
    ],
  },
};

/** Every object and list inside a value. */
function parts(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(parts)];
}

const machine = (name: string, labels = {}): VirtualMachine => ({
  metadata: { name, labels },
  spec: { resource: { cpu: '500m' } },
});

describe('the generated code', () => {
  test('returns a deep copy that is equal and shares nothing', () => {
    const copy = deepCopyVirtualMachine(full);
    assert.deepEqual(copy, full);
    const shared = new Set(parts(full));
    assert.deepEqual(
      parts(copy).filter((part) => shared.has(part)),
      [],
    );
  });

  test('copies the type of an object from a server to the same type', async () => {
    const client = createFakeClientset({ objects: [full] }).cloudnativeV1alpha1;
    const copy = deepCopyVirtualMachine(await client.virtualMachines('default').get('full'));
    const uid: string = copy.metadata.uid;
    assert.match(uid, /-/);
    // @ts-expect-error what nobody has sent yet may have no UID
    const none: string = deepCopyVirtualMachine(full).metadata.uid;
    assert.equal(none, undefined);
  });

  test('recognizes its kinds with type guards', () => {
    assert.ok(isVirtualMachine(full));
    assert.ok(!isVirtualMachine({ ...full, kind: 'Other' }));
  });

  test('lists the objects of an informer', async () => {
    const clientset = createFakeClientset({ objects: [full] });
    await using factory = createInformerFactory(clientset.transport);
    const { lister } = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
    factory.start();
    await factory.waitForSync();
    const vm = lister.get({ namespace: 'default', name: 'full' });
    assert.equal(vm.spec.image, 'nginx');
    // These are strings, not perhaps undefined, for the server gave them.
    const words: readonly string[] = [vm.metadata.namespace, vm.metadata.uid, vm.kind];
    assert.ok(words.every(Boolean));
    assert.equal(lister.find('default/none'), undefined);
    assert.throws(() => Object.assign(vm.spec, { image: 'other' }), /read only property 'image'/);
    assert.throws(
      () => lister.namespace('default').get('none'),
      /virtualmachines\.cloudnative\.tw "none" not found/,
    );
  });
});

describe('the fake clientset', () => {
  const machines = () => createFakeClientset().cloudnativeV1alpha1.virtualMachines('default');

  test('applies defaults and rejects invalid objects', async () => {
    const client = machines();
    assert.equal((await client.create(machine('one'))).spec.action, 'active');
    const bad = { ...machine('bad'), spec: { resource: { cpu: 'much' } } };
    await assert.rejects(client.create(bad), isInvalid);
  });

  test('rejects an update of an outdated object', async () => {
    const client = machines();
    const read = await client.create(machine('one'));
    await client.update({ ...read, spec: { ...read.spec, image: 'other' } });
    await assert.rejects(client.update(read), isConflict);
  });

  test('separates status and spec', async () => {
    const client = machines();
    const read = await client.create({ ...machine('one'), status: { phase: 'Failed' } });
    assert.equal(read.status, undefined);
    const written = await client.updateStatus({ ...read, status: { phase: 'Active' } });
    assert.deepEqual([written.status?.phase, written.metadata.generation], ['Active', 1]);
  });

  test('keeps an object until its finalizers are removed', async () => {
    const client = machines();
    const held = machine('held');
    await client.create({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/f'] } });
    await client.delete('held');
    assert.ok((await client.get('held')).metadata.deletionTimestamp);
    await client.mergePatch('held', { metadata: { finalizers: null } });
    await assert.rejects(client.get('held'), isNotFound);
  });

  test('selects by label', async () => {
    const client = machines();
    await client.create(machine('a', { tier: 'web' }));
    await client.create(machine('b', { tier: 'data' }));
    const { items } = await client.list({ labelSelector: 'tier in (web)' });
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['a'],
    );
  });

  test('records requests and lets a test answer them', async () => {
    const clientset = createFakeClientset();
    clientset.fake.prependReactor({ verb: 'get', resource: 'virtualmachines' }, ({ name }) =>
      name === 'full' ? full : undefined,
    );
    const client = clientset.cloudnativeV1alpha1.virtualMachines('default');
    assert.deepEqual(await client.get('full'), full);
    await assert.rejects(client.get('other'), isNotFound);
    assert.deepEqual(
      clientset.fake.actions.map(({ verb, resource, name }) => [verb, resource, name]),
      [
        ['get', 'virtualmachines', 'full'],
        ['get', 'virtualmachines', 'other'],
      ],
    );
  });

  test('creates each clientset without objects', async () => {
    await machines().create(machine('one'));
    assert.deepEqual((await machines().list()).items, []);
  });
});

test('the client of CRDs creates the generated CRDs', async () => {
  await using fake = createFakeTransport();
  const created = await createCustomResourceDefinitionClient(fake).create(virtualMachineCrd);
  assert.equal(created.metadata.name, 'virtualmachines.cloudnative.tw');
});

test('the embedded server over HTTPS serves the generated CRDs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vmgen-crds-'));
  t.after(() => rm(folder, { recursive: true }));
  const running = await startHttpsServer(createApiServer({ crds: cloudnativeCrds }));
  try {
    const kubeconfig = join(folder, 'kubeconfig');
    await running.writeKubeconfig(kubeconfig);
    const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
    const served = createCustomResourceDefinitionClient(transport);
    const name = 'virtualmachines.cloudnative.tw';
    assert.equal((await served.get(name)).spec.group, 'cloudnative.tw');
    await transport.close();
  } finally {
    await running.close();
  }
});
