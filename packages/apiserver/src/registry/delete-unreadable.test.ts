import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { configureWebhooks, webhook } from '../testing/admission-objects.js';
import { serveThings, thing, things } from '../testing/converted-things.js';
import { at } from '../testing/test-server.js';

const OPTION = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/** Creates an object in the storage version. */
const stored = (name: string, finalizers: string[] = []): JsonObject => ({
  ...thing('v1', name),
  metadata: { name, finalizers },
});

test('removes an object that cannot be converted, without its finalizers and webhooks', async () => {
  const { send } = serveThings();
  await send('POST', things('v1'), stored('failing', ['a.example.com/f']));
  await configureWebhooks(send, 'Validating', [webhook()]);
  const path = `${things('v2')}/failing`;
  assert.equal((await send('DELETE', path)).status, 500);
  for (const query of ['&dryRun=All', '']) {
    assert.equal((await send('GET', `${things('v1')}/failing`)).status, 200);
    const { status, body } = await send('DELETE', `${path}?${OPTION}=true${query}`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'failing', kind: 'Thing' },
      code: 200,
    });
  }
  assert.equal((await send('GET', `${things('v1')}/failing`)).status, 404);
  assert.equal((await send('DELETE', `${path}?${OPTION}=true`)).status, 404);
});

test('rejects the removal of an object that can be converted', async () => {
  const { send } = serveThings();
  await send('POST', things('v1'), stored('a'));
  await send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } });
  for (const [path, resource, key] of [
    [things('v2'), 'things.test.example.com', 'test.example.com/things/default/a'],
    ['/api/v1/namespaces/default/configmaps', 'configmaps', 'configmaps/default/a'],
  ]) {
    const { status, body } = await send('DELETE', `${path}/a`, { [OPTION]: true });
    assert.equal(status, 409);
    assert.equal(
      body['message'],
      `Operation cannot be fulfilled on ${resource} "a": StorageError: invalid object, Code: 4, Key: /registry/${key}, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage`,
    );
    assert.equal((await send('GET', `${path}/a`)).status, 200);
  }
});

test('rejects the option beside others, and for collections', async () => {
  const { send } = serveThings();
  const invalid = async (path: string, options: JsonObject): Promise<unknown> => {
    const { status, body } = await send('DELETE', path, { [OPTION]: true, ...options });
    assert.equal(status, 422);
    return (at(body, 'details.causes') as { message: string }[]).map(({ message }) =>
      message.replace('Invalid value: true: ', ''),
    );
  };
  const others = { orphanDependents: true, gracePeriodSeconds: 0, preconditions: { uid: 'x' } };
  assert.deepEqual(await invalid(`${things('v2')}/a`, others), [
    'cannot be set together with .orphanDependents',
    'cannot be set together with .gracePeriodSeconds',
    'cannot be set together with .preconditions',
  ]);
  assert.deepEqual(await invalid(`${things('v2')}/a`, { preconditions: {} }), [
    'cannot be set together with .preconditions',
  ]);
  assert.deepEqual(await invalid(`${things('v2')}/a`, { propagationPolicy: 'Orphan' }), [
    'cannot be set together with .propagationPolicy',
  ]);
  assert.deepEqual(await invalid(things('v2'), {}), [
    'is not allowed with DELETECOLLECTION, try again after removing the option',
  ]);
});

test('needs a permission of its own', async () => {
  const { send, server } = serveThings({ authorization: 'RBAC' });
  await send('POST', things('v1'), stored('failing'));
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const role = {
    metadata: { name: 'deleter' },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['delete'] }],
  };
  await send('POST', `${rbac}/clusterroles`, role);
  await send('POST', `${rbac}/clusterrolebindings`, {
    metadata: { name: 'jane' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'deleter' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
  });
  const path = `${things('v2')}/failing?${OPTION}=true`;
  const user = { username: 'jane', groups: [] };
  const response = await server.handle({ method: 'DELETE', path }, user);
  assert.equal(response.status, 403);
  assert.match(
    await response.text(),
    /is forbidden: not permitted to do \\"unsafe-delete-ignore-read-errors\\", reason: "/,
  );
});
