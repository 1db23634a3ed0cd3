import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServer } from '../../testing/test-server.js';

test('selects nodes by fields that are absent, and rejects another providerID', async () => {
  const { send } = testServer();
  const spec = { providerID: 'a://b' };
  await send('POST', '/api/v1/nodes', { metadata: { name: 'a' }, spec });
  const { body } = await send('GET', '/api/v1/nodes?fieldSelector=spec.unschedulable=false');
  assert.equal((body['items'] as unknown[]).length, 1);
  const changed = { metadata: { name: 'a' }, spec: { providerID: 'a://c' } };
  const { status, text } = await send('PUT', '/api/v1/nodes/a', changed);
  assert.equal(status, 422);
  assert.match(text, /spec\.providerID: Invalid value: null: field cannot be modified once set/);
});
