import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createInformerFactory, objectKey } from '@vmgen/runtime';
import type { Clientset } from '../../generated/clientset.js';
import { createInformers } from '../../generated/informers.js';
import type { Envtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { startVirtualMachinesPlane } from '../support/virtual-machines-plane.js';
import { waitFor } from '../support/wait-for.js';

let plane: Envtest;
let clientset: Clientset;
const atEnd = endsAfterTests();

before(async () => {
  ({ plane, clientset } = await startVirtualMachinesPlane(atEnd));
});

test('an informer survives a restart of the API server and misses nothing', async () => {
  const machines = clientset.cloudnativeV1alpha1.virtualMachines('default');
  const create = (name: string) =>
    machines.create({ metadata: { name }, spec: { resource: { cpu: 1 } } });
  await create('before');
  // The first list of an informer may be answered from the server's cache, which is a little behind.
  await waitFor('the cache of the server has the object', 10_000, async () => {
    const { items } = await machines.list({ resourceVersion: '0' });
    return items.length === 1 ? true : undefined;
  });

  const factory = createInformerFactory(clientset.transport);
  atEnd(() => factory.close());
  const { informer, lister } = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
  const seen: string[] = [];
  informer.addHandler({
    onAdd: (vm, isInInitialList) =>
      void seen.push(`${isInInitialList ? 'initial' : 'added'} ${objectKey(vm)}`),
    onDelete: (vm) => void seen.push(`deleted ${objectKey(vm)}`),
  });
  factory.start();
  await factory.waitForSync();
  await create('live');
  await waitFor('the event of a live object', 10_000, () =>
    seen.includes('added default/live') ? true : undefined,
  );

  await plane.stopApiServer('SIGKILL');
  assert.equal(lister.list().length, 2);
  await plane.startApiServer();
  await machines.delete('before');
  await create('after');
  await waitFor('the informer catches up', 60_000, () =>
    seen.includes('deleted default/before') && seen.includes('added default/after')
      ? true
      : undefined,
  );
  const names = lister.list().map(({ metadata }) => metadata.name);
  assert.deepEqual(names.sort(), ['after', 'live']);
  assert.deepEqual(seen.sort(), [
    'added default/after',
    'added default/live',
    'deleted default/before',
    'initial default/before',
  ]);
});
