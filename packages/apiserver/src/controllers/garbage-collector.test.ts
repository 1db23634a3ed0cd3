import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { at, machine, machinesPath, testServer } from '../testing/test-server.js';
import { metaString } from '../resource/object-meta.js';
import { CollectionRun, rackDefinition } from '@vmgen/fixtures/apiserver/collection-run';
import { collectionCases } from '@vmgen/fixtures/apiserver/collection-cases';

const api = '/apis/test.tw/v1';

describe('garbage collection, compared with kube-controller-manager:', () => {
  for (const collection of collectionCases) {
    test(collection.title, async () => {
      const { server, send } = testServer({ garbageCollection: true });
      server.installCustomResourceDefinition(rackDefinition);
      await send('POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
      const run = new CollectionRun(server.transport);
      await run.carryOut(collection);
      assert.deepEqual(run.left, collection.left);
    });
  }
});

/** Returns a reference to a created object. */
function referenceTo(owner: JsonObject, more: JsonObject = {}): JsonObject {
  const { apiVersion = '', kind = '' } = owner;
  const [name, uid] = [metaString(owner, 'name'), metaString(owner, 'uid')];
  return { apiVersion, kind, name, uid, ...more };
}

test('deletes nothing if garbage collection is disabled', async () => {
  const { send } = testServer();
  const owner = await send('POST', machinesPath, machine('a'));
  await send(
    'POST',
    machinesPath,
    machine('b', {}, { ownerReferences: [referenceTo(owner.body)] }),
  );
  await send('DELETE', `${machinesPath}/a`);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 200);
});

test("responds to a deletion before garbage collection, and sends the owner's event first", async () => {
  const { server, send } = testServer({ garbageCollection: true });
  const owner = await send('POST', machinesPath, machine('a'));
  const block = { ownerReferences: [referenceTo(owner.body, { blockOwnerDeletion: true })] };
  await send('POST', machinesPath, machine('b', {}, block));
  const watch = await server.handle({
    method: 'GET',
    path: `${machinesPath}?watch=true&resourceVersion=${metaString(owner.body, 'resourceVersion')}`,
  });
  const deleted = await send('DELETE', `${machinesPath}/a?propagationPolicy=Foreground`);
  assert.deepEqual(at(deleted.body, 'metadata.finalizers'), ['foregroundDeletion']);
  assert.equal((await send('GET', `${machinesPath}/a`)).status, 404);
  // This request ends the watch.
  await send('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.test.tw');
  const events = (await watch.text())
    .trim()
    .split('\n')
    .map((line) => /"type":"(\w+)".*?"name":"(\w)"/.exec(line)?.slice(1).join(' '));
  assert.deepEqual(events, ['ADDED b', 'MODIFIED a', 'DELETED b', 'DELETED a']);
});

test('removes an owner reference and its managed field, and keeps the generation', async () => {
  const { send } = testServer({ garbageCollection: true });
  const owner = await send('POST', machinesPath, machine('a'));
  const other = await send('POST', machinesPath, machine('o'));
  const ownerReferences = [referenceTo(owner.body), referenceTo(other.body)];
  await send('POST', machinesPath, machine('b', {}, { ownerReferences }));
  await send('DELETE', `${machinesPath}/a`);
  const left = await send('GET', `${machinesPath}/b`);
  assert.deepEqual(at(left.body, 'metadata.ownerReferences'), [referenceTo(other.body)]);
  assert.equal(at(left.body, 'metadata.generation'), 1);
  const owned = JSON.stringify(at(left.body, 'metadata.managedFields'));
  assert.ok(owned.includes(metaString(other.body, 'uid')));
  assert.ok(!owned.includes(metaString(owner.body, 'uid')));
});

test('creates an event for an owner reference to another namespace', async () => {
  const { send } = testServer({ garbageCollection: true });
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
  const owner = await send('POST', '/apis/test.tw/v1/namespaces/other/machines', machine('a'));
  const uid = metaString(owner.body, 'uid');
  await send(
    'POST',
    machinesPath,
    machine('b', {}, { ownerReferences: [referenceTo(owner.body)] }),
  );
  const { items } = (await send('GET', '/api/v1/namespaces/default/events')).body;
  const [event, ...more] = Array.isArray(items) ? items.filter(isJsonObject) : [];
  assert.deepEqual(more, []);
  assert.equal(event?.['reason'], 'OwnerRefInvalidNamespace');
  assert.equal(event['type'], 'Warning');
  assert.equal(
    event['message'],
    `ownerRef [test.tw/v1/Machine, namespace: default, name: a, uid: ${uid}] does not exist in namespace "default"`,
  );
});

test('deletes the ReplicaSets of a Deployment, and their Pods', async () => {
  const { send } = testServer({ garbageCollection: true });
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const spec = { selector: { matchLabels: labels }, template };
  const [deployments, replicaSets] = ['deployments', 'replicasets'].map(
    (plural) => `/apis/apps/v1/namespaces/default/${plural}`,
  );
  const pods = '/api/v1/namespaces/default/pods';
  const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
  const deployment = await send('POST', deployments ?? '', web);
  assert.equal(deployment.status, 201, deployment.text);
  const ownerReferences = [referenceTo(deployment.body, { blockOwnerDeletion: true })];
  const replicaSet = await send('POST', replicaSets ?? '', {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web-1', ownerReferences },
    spec,
  });
  assert.equal(replicaSet.status, 201, replicaSet.text);
  const pod = await send('POST', pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1-a', ownerReferences: [referenceTo(replicaSet.body)] },
    spec: template.spec,
  });
  assert.equal(pod.status, 201, pod.text);
  await send('DELETE', `${deployments}/web`);
  assert.equal((await send('GET', `${replicaSets}/web-1`)).status, 404);
  assert.equal((await send('GET', `${pods}/web-1-a`)).status, 404);
});

test('orphans the pods of a Job by default', async () => {
  const { send } = testServer({ garbageCollection: true });
  const jobs = '/apis/batch/v1/namespaces/default/jobs';
  const template = {
    spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'nginx' }] },
  };
  const left: number[] = [];
  for (const query of ['', '?propagationPolicy=Background']) {
    const job = await send('POST', jobs, {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'once' },
      spec: { template },
    });
    assert.equal(job.status, 201, job.text);
    const child = machine(`of-job${left.length}`, {}, { ownerReferences: [referenceTo(job.body)] });
    await send('POST', machinesPath, child);
    await send('DELETE', `${jobs}/once${query}`);
    assert.equal((await send('GET', `${jobs}/once`)).status, 404);
    left.push((await send('GET', `${machinesPath}/of-job${left.length}`)).status);
  }
  assert.deepEqual(left, [200, 404]);
});

test('processes an object again when the kind of its owner is installed', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  const ghost = { apiVersion: 'test.tw/v1', kind: 'Rack', metadata: { name: 'r', uid: 'gone' } };
  await send('POST', machinesPath, machine('b', {}, { ownerReferences: [referenceTo(ghost)] }));
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 200);
  server.installCustomResourceDefinition(rackDefinition);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 404);
});

test('deletes the dependents of custom resources whose definition is deleted', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  server.installCustomResourceDefinition(rackDefinition);
  const rack = { apiVersion: 'test.tw/v1', kind: 'Rack', metadata: { name: 'r' } };
  const owner = await send('POST', `${api}/racks`, rack);
  await send(
    'POST',
    machinesPath,
    machine('b', {}, { ownerReferences: [referenceTo(owner.body)] }),
  );
  await send('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/racks.test.tw');
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 404);
});

test('processes seeded objects after all of them are stored', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  const owner = { apiVersion: 'test.tw/v1', kind: 'Machine', metadata: { name: 'a', uid: 'u-a' } };
  const child = (name: string, uid: string) => ({
    apiVersion: 'test.tw/v1',
    kind: 'Machine',
    metadata: {
      name,
      ownerReferences: [{ apiVersion: 'test.tw/v1', kind: 'Machine', name: 'a', uid }],
    },
    spec: { image: 'nginx' },
  });
  server.seed([
    child('b', 'u-a'),
    child('c', 'u-z'),
    { ...owner, ...{ spec: { image: 'nginx' } } },
  ]);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 200);
  assert.equal((await send('GET', `${machinesPath}/c`)).status, 404);
});
