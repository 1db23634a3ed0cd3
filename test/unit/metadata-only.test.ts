import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiServer } from '@vmgen/apiserver';
import { createInformerFactory } from '@vmgen/runtime';
import { createMetadataClient } from '@vmgen/runtime/client';
import { virtualMachineResource } from '../../generated/cloudnative/v1alpha1/register.js';
import { createClientset } from '../../generated/clientset.js';
import { cloudnativeCrds } from '../../generated/testing/cloudnative/crds.js';
import { waitFor } from '../support/wait-for.js';

test('a metadata-only client reads, watches, changes and deletes on the embedded API server', async () => {
  const server = createApiServer();
  for (const crd of cloudnativeCrds) server.installCustomResourceDefinition(crd);
  const { transport } = server;
  const machines = createClientset(transport).cloudnativeV1alpha1.virtualMachines('default');
  const create = (name: string) =>
    machines.create({ metadata: { name }, spec: { resource: { cpu: 1 } } });
  await create('first');

  await using factory = createInformerFactory(transport);
  const informer = factory.metadataInformerFor(virtualMachineResource);
  const { lister } = informer;
  factory.start();
  await factory.waitForSync();
  await create('second');
  await waitFor('the metadata of both is there', 60_000, () =>
    lister.list().length === 2 ? true : undefined,
  );
  const second = lister.get('default/second');
  assert.deepEqual(Object.keys(second), ['apiVersion', 'kind', 'metadata']);
  assert.equal(second.kind, 'VirtualMachine');
  assert.equal(second.apiVersion, 'cloudnative.tw/v1alpha1');

  const client = createMetadataClient(transport, virtualMachineResource, { namespace: 'default' });
  await client.mergePatch('second', { metadata: { labels: { stage: 'old' } } });
  await waitFor('the label is seen', 60_000, () =>
    lister.list('stage=old').length === 1 ? true : undefined,
  );
  await client.deleteCollection({}, { labelSelector: 'stage=old' });
  await client.delete('first');
  await waitFor('both are gone', 60_000, () => (lister.list().length === 0 ? true : undefined));
  assert.deepEqual((await machines.list()).items, []);
});
