import { isNotFound } from '@vmgen/runtime';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deployment } from '@vmgen/kubernetes/apps/v1';
import { createPodClient, isPod, type Pod } from '@vmgen/kubernetes/core/v1';
import { createLazyClientset } from '@vmgen/kubernetes';
import { createFakeClientset } from '@vmgen/kubernetes/testing';

const labels = { app: 'web' };
const WEB: Deployment = {
  metadata: { name: 'web', labels },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }] },
    },
  },
};
const POD: Pod = {
  metadata: { name: 'web-0', labels },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

test('a typed client creates, reads, lists and scales a deployment and writes its status', async () => {
  const { appsV1 } = createFakeClientset();
  const deployments = appsV1.deployments('default');
  const created = await deployments.create(WEB);
  assert.equal(created.metadata.namespace, 'default');
  const template = created.spec?.template.spec;
  assert.equal(template?.containers[0]?.ports?.[0]?.protocol, 'TCP', 'as its marker says');
  assert.equal((await deployments.list({ labelSelector: 'app=web' })).items.length, 1);

  assert.equal((await deployments.getScale('web')).spec?.replicas, 2);
  const scale = await deployments.patchScale('web', { spec: { replicas: 3 } });
  assert.equal(scale.spec?.replicas, 3);
  const read = await deployments.get('web');
  assert.equal(read.spec?.replicas, 3);

  const replicas = { replicas: 3, readyReplicas: 3 };
  const status = await deployments.updateStatus({ ...read, status: replicas });
  assert.equal(status.status?.readyReplicas, 3);
  await deployments.delete('web');
  assert.equal(await deployments.find('web'), undefined);
});

test('a list is merged by the keys of its type', async () => {
  const { appsV1 } = createFakeClientset();
  const deployments = appsV1.deployments('default');
  await deployments.create(WEB);
  const container = { name: 'web', image: 'nginx:2' };
  const patched = await deployments.strategicMergePatch('web', {
    spec: { template: { spec: { containers: [container] } } },
  });
  const [merged, ...others] = patched.spec?.template.spec?.containers ?? [];
  assert.deepEqual([merged?.image, merged?.ports?.length, others.length], ['nginx:2', 1, 0]);
});

test('a pod is watched, and its subresources return their own kinds', async () => {
  const { coreV1 } = createFakeClientset();
  const pods = coreV1.pods('default');
  const abort = new AbortController();
  const { metadata } = await pods.list();
  const { resourceVersion = '' } = metadata;
  const watch = pods.watch({ resourceVersion, signal: abort.signal });
  await pods.create(POD);
  for await (const event of watch) {
    assert.ok(event.type === 'ADDED' && isPod(event.object));
    break;
  }
  const meta = { name: 'web-0', namespace: 'default' };
  const bound = await pods.bind('web-0', { metadata: meta, target: { kind: 'Node', name: 'n' } });
  assert.equal(bound.status, 'Success');
  assert.equal((await pods.get('web-0')).spec?.nodeName, 'n');
  assert.equal((await pods.evict('web-0', { metadata: meta })).status, 'Success');
});

test('kinds that are only created return a result: a token, an access review', async () => {
  const { coreV1, authorizationV1, fake } = createFakeClientset();
  const accounts = coreV1.serviceAccounts('default');
  await accounts.create({ metadata: { name: 'robot' } });
  const request = { metadata: {}, spec: { audiences: ['vault'] } };
  const { status } = await accounts.createToken('robot', request);
  assert.match(status?.token ?? '', /./);
  const { verb, subresource } = fake.actions.at(-1) ?? {};
  assert.deepEqual([verb, subresource], ['create', 'token']);
  const review = { metadata: {}, spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
  const answer = await authorizationV1.selfSubjectAccessReviews().create(review);
  assert.equal(answer.status?.allowed, true);
});

test('the lazy clientset has the same clients, and loads each group on first use', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', ...POD, metadata: { name: 'a', namespace: 'b' } };
  const { fake } = createFakeClientset({ objects: [pod] });
  const clientset = createLazyClientset(fake);
  const apps = await clientset.appsV1();
  await assert.rejects(apps.deployments('default').get('web'), isNotFound);
  const core = await clientset.coreV1();
  const { items } = await core.pods().list();
  assert.deepEqual(items, (await createPodClient(fake).list()).items);
  assert.equal(items.length, 1);
});
