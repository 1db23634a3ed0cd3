import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, machine, machinesPath, mergePatch, testServer } from '../testing/test-server.js';

const configMaps = '/api/v1/namespaces/default/configmaps';
const managersOf = (body: JsonObject): unknown => at(body, 'metadata.managedFields');
const configMap = (managedFields: readonly JsonObject[] = []): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', managedFields: [...managedFields] },
  data: { a: 'b' },
});

// As answered by kube-apiserver 1.37.2.
for (const list of [[], [{}]]) {
  test(`an update with managedFields ${JSON.stringify(list)} ends the tracking of a built-in object`, async () => {
    const { send } = testServer();
    const created = await send('POST', configMaps, configMap());
    assert.equal(at(created.body, 'metadata.managedFields.0.operation'), 'Update');
    const reset = await send('PUT', `${configMaps}/a`, configMap(list));
    assert.equal(reset.status, 200);
    assert.equal(managersOf(reset.body), undefined);
    const changed = await send('PATCH', `${configMaps}/a`, { data: { c: 'd' } }, mergePatch);
    assert.equal(managersOf(changed.body), undefined);
  });
}

test('an update of a custom resource with managedFields [] keeps its managers, and [{}] resets them', async () => {
  const { send } = testServer();
  const { body } = await send('POST', machinesPath, machine('a'));
  const managers = managersOf(body);
  const set = async (managedFields: JsonObject[]): Promise<unknown> => {
    const patch = { metadata: { managedFields } };
    const answer = await send('PATCH', `${machinesPath}/a`, patch, mergePatch);
    assert.equal(answer.status, 200);
    return managersOf(answer.body);
  };
  assert.deepEqual(await set([]), managers);
  assert.equal(await set([{}]), undefined);
});
