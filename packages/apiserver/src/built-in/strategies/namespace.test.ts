import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, mergePatch, testServer } from '../../testing/test-server.js';

const path = '/api/v1/namespaces/a/status';

test('sets the phase of a status without one to Active', async () => {
  const { send } = testServer();
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'a' } });
  const statuses: JsonObject[] = [{}, { status: {} }, { status: { phase: '' } }];
  for (const status of statuses) {
    const { body, text } = await send('PUT', path, { metadata: { name: 'a' }, ...status });
    assert.equal(at(body, 'status.phase'), 'Active', text);
  }
  const patched = await send('PATCH', path, { status: { phase: null } }, mergePatch);
  assert.equal(at(patched.body, 'status.phase'), 'Active', patched.text);
  const managers = at(patched.body, 'metadata.managedFields') as unknown[];
  assert.equal(managers.length, 1);
});

// As kube-apiserver 1.37.2 answers.
test('records the manager that sends finalizers, which an update does not change', async () => {
  const { send } = testServer();
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'a' } });
  const sent = { metadata: { name: 'a' }, spec: { finalizers: ['a/b'] } };
  const { body } = await send('PUT', '/api/v1/namespaces/a?fieldManager=two', sent);
  assert.deepEqual(body['spec'], { finalizers: ['kubernetes'] });
  const managers = at(body, 'metadata.managedFields') as JsonObject[];
  const entry = managers.find(({ manager }) => manager === 'two');
  assert.deepEqual(entry?.['fieldsV1'], { 'f:spec': { 'f:finalizers': {} } });
});
