import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, machine, mergePatch, testServer, type Send } from '../testing/test-server.js';

const namespace = '/api/v1/namespaces/n';
const machines = '/apis/test.tw/v1/namespaces/n/machines';

async function createNamespace(send: Send, metadata: JsonObject = {}): Promise<void> {
  const created = await send('POST', '/api/v1/namespaces', {
    metadata: { name: 'n', ...metadata },
  });
  assert.equal(created.status, 201, created.text);
}

async function release(send: Send, path: string): Promise<void> {
  const released = await send('PATCH', path, { metadata: { finalizers: null } }, mergePatch);
  assert.equal(released.status, 200, released.text);
}

/** Returns `TYPE REASON MESSAGE` of the conditions of a namespace whose status is True. */
async function trueConditions(send: Send): Promise<string[]> {
  const conditions = at((await send('GET', namespace)).body, 'status.conditions');
  assert.ok(Array.isArray(conditions) && conditions.length === 5);
  return conditions
    .filter(({ status }) => status === 'True')
    .map(({ type, reason, message }) => `${type} ${reason} ${message}`);
}

test('removes an empty namespace, and responds with the terminating object', async () => {
  const { server, send } = testServer();
  await createNamespace(send);
  const deleted = await send('DELETE', namespace);
  assert.equal(deleted.status, 200);
  assert.equal(at(deleted.body, 'status.phase'), 'Terminating');
  assert.deepEqual(at(deleted.body, 'spec.finalizers'), ['kubernetes']);
  assert.equal(at(deleted.body, 'metadata.deletionGracePeriodSeconds'), undefined);
  assert.equal((await send('GET', namespace)).status, 404);
  await server.close();
});

test('reports the remaining content and its finalizers in conditions', async () => {
  const { send } = testServer();
  await createNamespace(send);
  await send('POST', machines, machine('a', {}, { finalizers: ['x/y', 'x/z'] }));
  await send('POST', machines, machine('b', {}, { finalizers: ['x/y'] }));
  await send('POST', machines, machine('c'));
  await send('DELETE', namespace);
  assert.deepEqual(await trueConditions(send), [
    'NamespaceContentRemaining SomeResourcesRemain Some resources are remaining: machines.test.tw has 2 resource instances',
    'NamespaceFinalizersRemaining SomeFinalizersRemain Some content in the namespace has finalizers remaining: x/y in 2 resource instances, x/z in 1 resource instances',
  ]);
  await release(send, `${machines}/a`);
  assert.deepEqual(await trueConditions(send), [
    'NamespaceContentRemaining SomeResourcesRemain Some resources are remaining: machines.test.tw has 1 resource instances',
    'NamespaceFinalizersRemaining SomeFinalizersRemain Some content in the namespace has finalizers remaining: x/y in 1 resource instances',
  ]);
  await release(send, `${machines}/b`);
  assert.equal((await send('GET', namespace)).status, 404);
});

test('waits for the finalizers of a namespace after its content is deleted', async () => {
  const { send } = testServer();
  await createNamespace(send, { finalizers: ['x/y'] });
  await send('POST', machines, machine('a'));
  await send('DELETE', namespace);
  const waiting = await send('GET', namespace);
  assert.deepEqual(waiting.body['spec'], {});
  assert.deepEqual(await trueConditions(send), []);
  assert.equal((await send('GET', `${machines}/a`)).status, 404);
  await release(send, namespace);
  assert.equal((await send('GET', namespace)).status, 404);
});

test('waits for a finalizer in the spec until finalize removes it', async () => {
  const { send } = testServer();
  const created = await send('POST', '/api/v1/namespaces', {
    metadata: { name: 'n' },
    spec: { finalizers: ['x/y'] },
  });
  assert.deepEqual(at(created.body, 'spec.finalizers'), ['x/y', 'kubernetes']);
  await send('DELETE', namespace);
  const waiting = await send('GET', namespace);
  assert.deepEqual(at(waiting.body, 'spec.finalizers'), ['x/y']);
  const replaced = await send('PUT', namespace, { ...waiting.body, spec: {} });
  assert.deepEqual(at(replaced.body, 'spec.finalizers'), ['x/y']);
  const finalized = await send('PUT', `${namespace}/finalize`, { ...replaced.body, spec: {} });
  assert.equal(finalized.status, 200, finalized.text);
  assert.equal((await send('GET', namespace)).status, 404);
});

test('rejects creations in a terminating namespace', async () => {
  const { send } = testServer();
  await createNamespace(send);
  await send('POST', machines, machine('a', {}, { finalizers: ['x/y'] }));
  await send('DELETE', namespace);
  const refused = await send('POST', machines, machine('b'));
  assert.equal(refused.status, 403);
  assert.equal(
    refused.body['message'],
    'machines.test.tw "b" is forbidden: unable to create new content in namespace n because it is being terminated',
  );
  assert.equal(at(refused.body, 'details.causes.0.reason'), 'NamespaceTerminating');
});

test('removes a definition whose last object was in a deleted namespace', async () => {
  const { send } = testServer();
  const definition = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.test.tw';
  await createNamespace(send);
  await send('POST', machines, machine('a', {}, { finalizers: ['x/y'] }));
  await send('DELETE', definition);
  await send('DELETE', namespace);
  assert.equal((await send('GET', definition)).status, 200);
  await release(send, `${machines}/a`);
  assert.equal((await send('GET', definition)).status, 404);
  assert.equal((await send('GET', namespace)).status, 404);
});

test('leaves a deleted namespace terminating if the controller is disabled', async () => {
  const { send } = testServer({ namespaceDeletion: false });
  await createNamespace(send);
  await send('POST', machines, machine('a'));
  await send('DELETE', namespace);
  assert.deepEqual((await send('GET', namespace)).body['status'], { phase: 'Terminating' });
  assert.equal((await send('GET', `${machines}/a`)).status, 200);
});

test('deletes the content of a namespace that was seeded as terminating', async () => {
  const { server, send } = testServer();
  server.seed([
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'n', deletionTimestamp: '2026-01-01T00:00:00Z' },
    },
    {
      ...machine('a'),
      apiVersion: 'test.tw/v1',
      kind: 'Machine',
      metadata: { name: 'a', namespace: 'n' },
    },
  ]);
  assert.equal((await send('GET', namespace)).status, 404);
  assert.equal((await send('GET', `${machines}/a`)).status, 404);
});

test('deletes other content only after all pods are removed', async () => {
  const { send } = testServer();
  const [pods, secrets] = [`${namespace}/pods`, `${namespace}/secrets`];
  await createNamespace(send);
  const pod = await send('POST', pods, {
    metadata: { name: 'p', finalizers: ['x/y'] },
    spec: { containers: [{ name: 'c', image: 'nginx' }] },
  });
  assert.equal(pod.status, 201, pod.text);
  await send('POST', secrets, { metadata: { name: 's' } });
  await send('DELETE', namespace);
  assert.equal((await send('GET', `${secrets}/s`)).status, 200);
  await release(send, `${pods}/p`);
  assert.equal((await send('GET', `${secrets}/s`)).status, 404);
  assert.equal((await send('GET', namespace)).status, 404);
});

test('a restore ends the deletion of a namespace that is in progress', async () => {
  const { server, send } = testServer();
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'own' } });
  const names = Array.from({ length: 300 }, (_, index) => `m${index}`);
  server.seed(names.map((name) => ({ ...machine(name), metadata: { name, namespace: 'own' } })));
  const count = async (): Promise<unknown> =>
    ((await send('GET', '/apis/test.tw/v1/namespaces/own/machines')).body['items'] as unknown[])
      .length;
  const snapshot = server.snapshot();
  const deletion = send('DELETE', '/api/v1/namespaces/own');
  await new Promise(setImmediate);
  assert.notEqual(await count(), 0, 'the deletion is in progress');
  server.restore(snapshot);
  await deletion;
  assert.equal(await count(), names.length);
});
