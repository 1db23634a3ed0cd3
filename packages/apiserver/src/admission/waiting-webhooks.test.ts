import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  answerWith,
  configureWebhooks,
  HOOK_URL,
  type ReviewRequest,
  ruleOf,
  webhook,
} from '../testing/admission-objects.js';
import { machine, machinesPath, testServer } from '../testing/test-server.js';
import { metaString } from '../resource/object-meta.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
});

const nameOf = (object: JsonValue | undefined): string =>
  isJsonObject(object) ? metaString(object, 'name') : '';

/** Returns a server with a webhook for ConfigMaps and machines whose answers the caller gives. */
async function serve(
  operation: string,
  isAllowed: (request: ReviewRequest, signal: AbortSignal) => Promise<boolean>,
) {
  const handler = answerWith(async (request, signal) => ({
    allowed: await isAllowed(request, signal),
  }));
  const tested = testServer({ garbageCollection: true, webhookHandlers: { [HOOK_URL]: handler } });
  const rules = [{ ...ruleOf('configmaps', 'limitranges', 'machines'), operations: [operation] }];
  await configureWebhooks(tested.send, 'Validating', [webhook({ failurePolicy: 'Ignore', rules })]);
  return tested;
}

test('a request that is aborted while a webhook runs stores nothing', async () => {
  const client = new AbortController();
  const { server, send } = await serve('CREATE', async () => {
    client.abort(new Error('gone'));
    return new Promise(() => {});
  });
  const body = JSON.stringify(configMap('a'));
  const request = { method: 'POST', path: MAPS, body, signal: client.signal } as const;
  const headers = { 'content-type': 'application/json' };
  await assert.rejects(async () => server.handle({ ...request, headers }), /gone/);
  assert.equal((await send('GET', `${MAPS}/a`)).status, 404);
});

test('collects the dependents of objects that a failed request has deleted', async () => {
  const { send } = await serve('DELETE', async ({ oldObject }) => nameOf(oldObject) !== 'b');
  const owner = await send('POST', MAPS, configMap('a'));
  await send('POST', MAPS, configMap('b'));
  const uid = metaString(owner.body, 'uid');
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid }];
  await send('POST', MAPS, configMap('c', { ownerReferences }));
  assert.equal((await send('DELETE', MAPS)).status, 400);
  assert.equal((await send('GET', `${MAPS}/a`)).status, 404);
  assert.equal((await send('GET', `${MAPS}/c`)).status, 404);
});

for (const [method, contentType, labels] of [
  ['PATCH', 'application/apply-patch+yaml', { x: '1', y: '2' }],
  ['PUT', 'application/json', { y: '2' }],
] as const) {
  test(`a ${method} of an absent object that another request creates becomes an update`, async () => {
    const waiting: (() => void)[] = [];
    const { send } = await serve('CREATE', async () => {
      if (waiting.length < 2) await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    });
    const path = '/api/v1/namespaces/default/limitranges/a';
    const write = async (manager: string, own: JsonObject) => {
      const body = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'a', labels: own } };
      const headers = { 'content-type': contentType };
      return send(method, `${path}?fieldManager=${manager}`, JSON.stringify(body), headers);
    };
    const writes = Promise.all([write('one', { x: '1' }), write('two', { y: '2' })]);
    for (let turn = 0; waiting.length < 2 && turn < 100; turn++) await new Promise(setImmediate);
    for (const answer of waiting) answer();
    assert.deepEqual(
      (await writes).map(({ status }) => status),
      [201, 200],
    );
    const { body } = await send('GET', path);
    assert.ok(isJsonObject(body['metadata']));
    assert.deepEqual(body['metadata']['labels'], labels);
  });
}

test('a create fails if its namespace is deleted while a webhook runs', async () => {
  let deleteNamespace = (): Promise<unknown> => Promise.resolve();
  const { send, server } = await serve('CREATE', async () => {
    await deleteNamespace();
    return true;
  });
  const before = server.snapshot();
  for (const end of [
    () => send('DELETE', '/api/v1/namespaces/own'),
    () => Promise.resolve(server.restore(before)),
  ]) {
    deleteNamespace = end;
    for (const path of [MAPS, machinesPath]) {
      await send('POST', '/api/v1/namespaces', { metadata: { name: 'own' } });
      const own = path.replace('default', 'own');
      const object = path === MAPS ? configMap('a') : machine('a');
      const { status, body } = await send('POST', own, object);
      assert.deepEqual([status, body['message']], [404, 'namespaces "own" not found']);
      assert.deepEqual((await send('GET', own)).body['items'], []);
    }
  }
});

test('a create fails if the definition of its kind is deleted while a webhook runs', async () => {
  let deleteDefinition = (): Promise<unknown> => Promise.resolve();
  const { send } = await serve('CREATE', async () => {
    await deleteDefinition();
    return true;
  });
  const definition = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.test.tw';
  deleteDefinition = () => send('DELETE', definition);
  assert.equal((await send('POST', machinesPath, machine('a'))).status, 404);
});
