import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { applyPatch, at, mergePatch, testServer, type Send } from '../../testing/test-server.js';

// The expected responses are from kube-apiserver 1.37.2.
const pod = '/api/v1/namespaces/default/pods/a';

async function created(send: Send): Promise<void> {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'main', image: 'busybox' }] },
  };
  const { status, text } = await send('POST', pod.replace(/\/a$/, ''), object);
  assert.equal(status, 201, text);
}

test('ignores a deletion timestamp and owners in updates of the status of a pod', async () => {
  const { send } = testServer();
  await created(send);
  const metadata = { name: 'a', deletionTimestamp: '2020-01-01T00:00:00Z', ownerReferences: [] };
  const object = { apiVersion: 'v1', kind: 'Pod', metadata, status: { message: 'x' } };
  const { status, body, text } = await send(
    'PATCH',
    `${pod}/status?fieldManager=m`,
    object,
    applyPatch,
  );
  assert.equal(status, 200, text);
  assert.equal(at(body, 'metadata.deletionTimestamp'), undefined);
  const owners = at(body, 'metadata.managedFields') as JsonObject[];
  const own = owners.find(({ manager }) => manager === 'm') ?? {};
  assert.deepEqual(own['fieldsV1'], { 'f:status': { 'f:message': {} } });

  const seconds = { metadata: { ...metadata, deletionGracePeriodSeconds: 5 } };
  const refused = await send('PATCH', `${pod}/status`, seconds, mergePatch);
  assert.equal(
    refused.body['message'],
    'Pod "a" is invalid: metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
  );
});

test('retains what old clients drop from the status of a pod', async () => {
  const { send } = testServer();
  await created(send);
  const condition = (type: string, observedGeneration?: number): JsonObject => ({
    type,
    status: 'True',
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  });
  const replace = async (value: JsonObject): Promise<JsonObject> => {
    const patch = [{ op: 'replace', path: '/status', value }];
    const headers = { 'content-type': 'application/json-patch+json' };
    const { status, body, text } = await send('PATCH', `${pod}/status`, patch, headers);
    assert.equal(status, 200, text);
    return at(body, 'status') as JsonObject;
  };
  const claim = { resourceClaimName: 'c', requestMappings: [] };
  await replace({
    phase: 'Pending',
    qosClass: 'BestEffort',
    observedGeneration: 1,
    conditions: [condition('A', 3), condition('B', 7), condition('A', 4)],
    extendedResourceClaimStatus: claim,
  });
  const kept = await replace({
    phase: 'Running',
    conditions: [condition('A'), condition('A'), condition('A'), condition('B', 8), condition('C')],
  });
  const generations = (kept['conditions'] as JsonObject[]).map(
    (each) => each['observedGeneration'],
  );
  assert.deepEqual(generations, [3, 4, undefined, 8, undefined]);
  assert.equal(kept['qosClass'], 'BestEffort');
  assert.equal(kept['observedGeneration'], 1);
  assert.equal(at(kept, 'extendedResourceClaimStatus.resourceClaimName'), 'c');
  const cleared = await replace({ phase: 'Running' });
  assert.equal(cleared['conditions'], undefined);
});
