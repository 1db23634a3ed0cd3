import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  applyPatch,
  at,
  machine,
  machineScale,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

// The answers of kube-apiserver 1.37.2.
describe('the managers of a scale', () => {
  const path = `${machinesPath}/a`;
  const put = (send: Send, manager: string, replicas: number) =>
    send('PUT', `${path}/scale?fieldManager=${manager}`, machineScale('a', replicas));
  const apply = (send: Send, manager: string, replicas: number, query = '') => {
    const url = `${path}/scale?fieldManager=${manager}${query}`;
    return send('PATCH', url, machineScale('a', replicas), applyPatch);
  };
  const managers = async (send: Send): Promise<unknown[]> => {
    const { body } = await send('GET', path);
    const entries = at(body, 'metadata.managedFields') as JsonObject[];
    return entries.map(({ manager, operation, subresource, time, fieldsV1 }) => [
      manager,
      operation,
      subresource,
      time === undefined ? 'no time' : 'time',
      Object.keys((at(fieldsV1 as JsonObject, 'f:spec') ?? {}) as JsonObject).join(),
    ]);
  };

  test('own the replica count without a time', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    await put(send, 'b', 2);
    assert.deepEqual(await managers(send), [
      ['b', 'Update', 'scale', 'no time', 'f:replicas'],
      ['tester', 'Update', undefined, 'time', '.,f:action,f:image'],
    ]);
  });

  test('lose a replica count of 0, which Go omits', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    await put(send, 'b', 0);
    const rest = ['tester', 'Update', undefined, 'time', '.,f:action,f:image'];
    assert.deepEqual(await managers(send), [rest]);
    await put(send, 'b', 4);
    assert.deepEqual(await managers(send), [rest]);
  });

  test('include those of the object, which conflict with an apply', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    const refused = await apply(send, 'c', 2);
    assert.equal(refused.status, 409);
    assert.equal(
      refused.body['message'],
      'Apply failed with 1 conflict: conflict with "tester" using autoscaling/v1: .spec.replicas',
    );
    assert.equal((await apply(send, 'c', 1)).status, 200);
    assert.deepEqual((await managers(send))[0], ['c', 'Apply', 'scale', 'no time', 'f:replicas']);
  });

  test('of a custom resource cannot apply another count, or one without managers', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a', { replicas: 1 }));
    const cannot =
      'to proper version: request to convert CR to an invalid group/version: autoscaling/v1';
    const changed = await apply(send, 'c', 2, '&force=true');
    assert.equal(changed.status, 500);
    assert.equal(
      changed.body['message'],
      `failed to convert new object (default/a; autoscaling/v1, Kind=Scale) ${cannot}`,
    );
    await put(send, 'b', 0);
    const unowned = await apply(send, 'c', 2);
    assert.equal(unowned.status, 500);
    assert.equal(
      unowned.body['message'],
      `failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) ${cannot}`,
    );
  });

  test('need a replica count after a patch', async () => {
    const { send } = testServer();
    await send('POST', machinesPath, machine('a'));
    const empty = await send('PATCH', `${path}/scale`, {}, mergePatch);
    assert.equal(empty.status, 400);
    assert.equal(empty.body['message'], 'the spec replicas field ".spec.replicas" cannot be empty');
  });
});
