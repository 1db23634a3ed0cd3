import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { applyPatch, at, mergePatch, testServer } from '../testing/test-server.js';

// The expected responses are from kube-apiserver 1.37.2.
const metadata = { labels: { x: 'y' }, annotations: { p: 'q' }, finalizers: ['a.b/c'] };

for (const { path, kind, spec } of [
  {
    path: '/apis/networking.k8s.io/v1/servicecidrs',
    kind: 'ServiceCIDR',
    spec: { cidrs: ['10.9.0.0/24'] },
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
    kind: 'FlowSchema',
    spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 1000 },
  },
  {
    path: '/apis/storage.k8s.io/v1/volumeattachments',
    kind: 'VolumeAttachment',
    spec: { attacher: 'a.b', nodeName: 'n', source: { persistentVolumeName: 'p' } },
  },
]) {
  test(`does not change the metadata of a ${kind} by its status`, async () => {
    const { send } = testServer();
    const apiVersion = path.slice('/apis/'.length, path.lastIndexOf('/'));
    const created = await send('POST', path, { apiVersion, kind, metadata: { name: 'a' }, spec });
    assert.equal(created.status, 201, created.text);
    const object = { apiVersion, kind, metadata: { name: 'a', ...metadata } };
    const applied = await send('PATCH', `${path}/a/status?fieldManager=m`, object, applyPatch);
    assert.deepEqual(applied.body, created.body);
    const patched = await send('PATCH', `${path}/a/status`, { metadata }, mergePatch);
    assert.deepEqual(patched.body, created.body);
  });
}

test('does not let an apply of its status own the labels of a Deployment', async () => {
  const { send } = testServer();
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } };
  await send('POST', path, { ...object, spec });
  const own = { ...object, metadata: { name: 'a', ...metadata } };
  const { body } = await send('PATCH', `${path}/a/status?fieldManager=m`, own, applyPatch);
  assert.equal(at(body, 'metadata.labels'), undefined);
  assert.deepEqual(at(body, 'metadata.annotations.p'), 'q');
  const managers = at(body, 'metadata.managedFields') as JsonObject[];
  assert.deepEqual(managers.find(({ manager }) => manager === 'm')?.['fieldsV1'], {
    'f:metadata': { 'f:annotations': { 'f:p': {} }, 'f:finalizers': { 'v:"a.b/c"': {} } },
  });
});

test('sets the time of a PersistentVolume when its phase changes', async () => {
  const { send } = testServer();
  const path = '/api/v1/persistentvolumes';
  const time = '2020-01-01T00:00:00Z';
  const spec = {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    hostPath: { path: '/a' },
  };
  await send('POST', path, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'a' },
    spec,
  });
  const change = async (status: JsonObject): Promise<unknown> => {
    const { body, text } = await send('PATCH', `${path}/a/status`, { status }, mergePatch);
    assert.equal(at(body, 'kind'), 'PersistentVolume', text);
    return at(body, 'status.lastPhaseTransitionTime');
  };
  assert.equal(await change({ phase: 'Available', lastPhaseTransitionTime: time }), time);
  assert.equal(await change({ lastPhaseTransitionTime: null }), time);
  const later = await change({ phase: 'Bound' });
  assert.match(String(later), /^20\d\d-/);
  assert.notEqual(later, time);
  const removed = await change({ phase: 'Released', lastPhaseTransitionTime: null });
  assert.match(String(removed), /^20\d\d-/);
});
