import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { isInvalid } from '@vmgen/runtime';
import { toManifest, type Manifest } from '@vmgen/runtime/meta';
import { createDynamicClient } from '@vmgen/runtime/discovery';

const labels = { app: 'shop' };
const podSpec = { containers: [{ name: 'app', image: 'shop:1' }] };

/** What a user's operator makes for one of its objects. */
const children: readonly Manifest[] = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop' }, data: { colour: 'red' } },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'shop' },
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop', labels },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
  },
].map(toManifest);

const OWNER = { fieldManager: 'shop-operator' };
const IN_DEFAULT = { namespace: 'default' };

test('applying children to the fake twice changes nothing the second time', async () => {
  const fake = createFakeTransport();
  const dynamic = createDynamicClient(fake);
  for (const child of children) {
    const client = await dynamic.forObject(child, IN_DEFAULT);
    const first = await client.apply(child, OWNER);
    const second = await client.apply(child, OWNER);
    assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
    const entries = first.metadata.managedFields ?? [];
    assert.deepEqual(
      entries.map(({ manager, operation }) => [manager, operation]),
      [['shop-operator', 'Apply']],
    );
  }
});

test('patches children by strategic merge, and validates them as a cluster does', async () => {
  const dynamic = createDynamicClient(createFakeTransport({ objects: children }));
  const deployments = await dynamic.forKind({ group: 'apps', kind: 'Deployment' }, IN_DEFAULT);
  const side = { name: 'side', image: 'side:1' };
  const patched = await deployments.strategicMergePatch('shop', {
    spec: { template: { spec: { containers: [side] } } },
  });
  const { spec } = patched as unknown as {
    spec: { template: { spec: { containers: { name: string }[] } } };
  };
  assert.deepEqual(
    spec.template.spec.containers.map(({ name }) => name),
    ['side', 'app'],
  );
  const immutable = { spec: { selector: { matchLabels: { app: 'other' } } } };
  await assert.rejects(deployments.mergePatch('shop', immutable), isInvalid);
});

test('children are deleted with their owner if the fake collects garbage', async () => {
  const fake = createFakeTransport({ garbageCollection: true });
  const dynamic = createDynamicClient(fake);
  const [settings] = children;
  assert.ok(settings);
  const configMaps = await dynamic.forObject(settings, IN_DEFAULT);
  const owner = await configMaps.create(settings);
  const { name, uid } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
  const child = toManifest({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'child', ownerReferences },
    stringData: { password: 'x' },
  });
  const secrets = await dynamic.forObject(child, IN_DEFAULT);
  const created = await secrets.create(child);
  assert.deepEqual([created['data'], created['stringData']], [{ password: 'eA==' }, undefined]);
  await configMaps.delete(name);
  assert.equal(await secrets.find('child'), undefined);
});
