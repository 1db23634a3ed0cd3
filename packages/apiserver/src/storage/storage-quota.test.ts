import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, machine, machinesPath, mergePatch, testServer } from '../testing/test-server.js';

const QUOTA = 200_000;
const configMaps = '/api/v1/namespaces/default/configmaps';
const finalizers = ['test.tw/hold'];
const configMap = (name: string, length = 5000) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, finalizers },
  data: { text: 'x'.repeat(length) },
});

async function fullServer() {
  const { send } = testServer({ storageQuotaBytes: QUOTA });
  let count = 0;
  let answer = await send('POST', configMaps, configMap('c0'));
  while (answer.status === 201) answer = await send('POST', configMaps, configMap(`c${++count}`));
  return { send, count, answer };
}

test("rejects a create beyond the quota with etcd's message", async () => {
  const { count, answer, send } = await fullServer();
  assert.ok(count > 20 && count < 40, `${count} objects of 5 KB fit into 200 KB`);
  assert.equal(answer.status, 500);
  const { message, reason } = answer.body;
  assert.deepEqual([message, reason], ['etcdserver: mvcc: database space exceeded', undefined]);
  const list = await send('GET', configMaps);
  assert.equal((list.body['items'] as unknown[]).length, count);
});

test('counts the objects of all kinds', async () => {
  const { send } = await fullServer();
  const answer = await send('POST', machinesPath, machine('m', { image: 'x'.repeat(5000) }));
  assert.equal(answer.status, 500);
});

test('allows updates beyond the quota that do not increase the size', async () => {
  const { send } = await fullServer();
  // More than the memory that is left after the rejected create.
  const grow = { data: { text: 'x'.repeat(20_000) } };
  const shrink = { data: { text: 'x'.repeat(1000) } };
  assert.equal((await send('PATCH', `${configMaps}/c0`, grow, mergePatch)).status, 500);
  assert.equal((await send('PATCH', `${configMaps}/c0`, shrink, mergePatch)).status, 200);
});

test('deletes objects beyond the quota, including those with finalizers', async () => {
  const { send, count } = await fullServer();
  for (let i = 0; i < count; i++) {
    const path = `${configMaps}/c${i}`;
    const marked = await send('DELETE', path);
    assert.equal(marked.status, 200);
    assert.notEqual(at(marked.body, 'metadata.deletionTimestamp'), undefined);
    const freed = { metadata: { finalizers: null } };
    assert.equal((await send('PATCH', path, freed, mergePatch)).status, 200);
    assert.equal((await send('GET', path)).status, 404);
  }
  assert.equal((await send('POST', configMaps, configMap('again'))).status, 201);
});

test('releases the memory of deleted objects', async () => {
  const { send } = testServer({ storageQuotaBytes: QUOTA });
  for (let i = 0; i < 200; i++) {
    const map = { ...configMap('same'), metadata: { name: 'same' } };
    assert.equal((await send('POST', configMaps, map)).status, 201);
    assert.equal((await send('DELETE', `${configMaps}/same`)).status, 200);
  }
});

test('deletes a namespace and its content beyond the quota', async () => {
  const { send } = testServer({ storageQuotaBytes: QUOTA });
  await send('POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'n' },
  });
  const inside = '/api/v1/namespaces/n/configmaps';
  const free = (name: string) => ({ ...configMap(name), metadata: { name } });
  let count = 0;
  while ((await send('POST', inside, free(`c${count}`))).status === 201) count++;
  assert.equal((await send('DELETE', '/api/v1/namespaces/n')).status, 200);
  assert.equal((await send('GET', '/api/v1/namespaces/n')).status, 404);
});
