import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { startBareEmbeddedCluster } from '../support/embedded-cluster.js';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';

const atEnd = endsAfterTests();
let kubectl: Kubectl;
let folder: string;

before(async () => {
  const cluster = await startBareEmbeddedCluster({ garbageCollection: true });
  atEnd(() => cluster.stop());
  folder = path.dirname(cluster.kubeconfig);
  kubectl = kubectlOf(process.env['KUBEBUILDER_ASSETS'] ?? '', cluster.kubeconfig);
});

async function create(object: object): Promise<string> {
  const file = path.join(folder, 'object.json');
  await writeFile(file, JSON.stringify(object));
  return kubectl('create', '-f', file, '-o', 'jsonpath={.metadata.uid}');
}

/** A Deployment, and a ReplicaSet that it owns: made by hand, as no controller is there. */
async function createDeployment(): Promise<void> {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const spec = { selector: { matchLabels: labels }, template };
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment' };
  const uid = await create({ ...owner, metadata: { name: 'web' }, spec });
  const reference = { ...owner, name: 'web', uid, controller: true, blockOwnerDeletion: true };
  const ownerReferences = [reference];
  const metadata = { name: 'web-1', ownerReferences };
  await create({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec });
}

test('kubectl deletes a Deployment with its dependents, in the background and in the foreground', async () => {
  for (const cascade of ['background', 'foreground']) {
    await createDeployment();
    await kubectl('delete', 'deployment', 'web', `--cascade=${cascade}`, '--timeout=20s');
    assert.equal(await kubectl('get', 'deployments,replicasets', '-o', 'name'), '', cascade);
  }
});

test('kubectl deletes a Deployment and orphans its dependents', async () => {
  await createDeployment();
  await kubectl('delete', 'deployment', 'web', '--cascade=orphan', '--timeout=20s');
  const left = await kubectl(
    ...['get', 'deployments,replicasets'],
    ...['-o', 'jsonpath={.items[*].metadata.name}/{.items[*].metadata.ownerReferences}'],
  );
  assert.equal(left, 'web-1/');
  await kubectl('delete', 'replicaset', 'web-1');
});

test('kubectl delete ns ends when the namespace is empty, and reports what blocks it', async () => {
  await kubectl('create', 'namespace', 'shop');
  const held = { name: 'held', namespace: 'shop', finalizers: ['example.com/keep'] };
  await create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: held });
  await kubectl('create', 'secret', 'generic', 'free', '--namespace=shop');
  const deletion = kubectl('delete', 'namespace', 'shop', '--timeout=20s');
  await kubectl(
    ...['wait', 'namespace/shop', '--for=condition=NamespaceFinalizersRemaining'],
    '--timeout=20s',
  );
  assert.equal(await kubectl('get', 'secrets', '--namespace=shop', '-o', 'name'), '');
  const patch = '{"metadata":{"finalizers":null}}';
  await kubectl('patch', 'configmap', 'held', '--namespace=shop', '--type=merge', '-p', patch);
  assert.match(await deletion, /namespace "shop" deleted/);
});
