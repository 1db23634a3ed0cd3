import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHttpTransport, loadKubeConfig, objectKey, type HttpTransport } from '@vmgen/runtime';
import { createClientset, type Clientset } from '../../generated/clientset.js';
import { createInformers } from '../../generated/informers.js';
import { startControlPlane, type ControlPlane } from '../support/control-plane.js';
import { kubectlOf } from '../support/kubectl.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

let plane: ControlPlane;
let transport: HttpTransport;
let clientset: Clientset;

before(async () => {
  plane = await startControlPlane();
  const kubectl = kubectlOf(plane.assets, plane.kubeconfig);
  await kubectl('apply', '-f', inRepository('deploy/crd'));
  await kubectl('wait', '--for=condition=established', '-f', inRepository('deploy/crd'));
  transport = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  clientset = createClientset(transport);
});

after(async () => {
  await transport.close();
  await plane.stop();
});

test('an informer survives a restart of the API server and misses nothing', async () => {
  const machines = clientset.cloudnativeV1alpha1.virtualMachines('default');
  const create = (name: string) =>
    machines.create({ metadata: { name }, spec: { resource: { cpu: 1 } } });
  await create('before');

  const stop = new AbortController();
  const informers = createInformers(clientset);
  const { informer, lister } = informers.cloudnativeV1alpha1.virtualMachines();
  const seen: string[] = [];
  informer.addHandler({
    onAdd: (vm, isInInitialList) =>
      void seen.push(`${isInInitialList ? 'initial' : 'added'} ${objectKey(vm)}`),
    onDelete: (vm) => void seen.push(`deleted ${objectKey(vm)}`),
  });
  informers.start(stop.signal);
  await informers.waitForSync(stop.signal);
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
  stop.abort();
  await informers.shutdown();
});
