import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { applyPatch, at, mergePatch, testServer } from '../testing/test-server.js';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const text = (value: string): JsonObject => ({ type: 'string', default: value });
const version = (
  name: string,
  storage: boolean,
  fields: JsonObject,
  rest: JsonObject = {},
): JsonObject => versionWith(name, fields, { storage, ...rest });
const definition = (versions: JsonObject[]): JsonObject =>
  crdOf({ group: 'test.example.com', kind: 'Thing' }, versions);
const things = (name: string) => `/apis/test.example.com/${name}/namespaces/default/things`;
const thing = (name: string, rest: JsonObject = {}): JsonObject => ({
  apiVersion: `test.example.com/${name}`,
  kind: 'Thing',
  metadata: { name: 'a' },
  ...rest,
});

test('reads an object with the defaults of the storage version', async () => {
  const { send } = testServer();
  const required: JsonObject = {
    spec: {
      type: 'object',
      default: { size: 'small' },
      required: ['size'],
      properties: { size: { type: 'string' } },
    },
  };
  const other: JsonObject = { spec: { type: 'object', properties: { note: { type: 'string' } } } };
  const created = await send(
    'POST',
    crds,
    definition([version('v1', true, required), version('v2', false, other)]),
  );
  assert.equal(created.status, 201);
  assert.equal((await send('POST', things('v2'), thing('v2'))).status, 201);

  const read = await send('GET', `${things('v1')}/a`);
  assert.equal(at(read.body, 'spec.size'), 'small');
  const labels = { metadata: { labels: { a: 'b' } } };
  const patched = await send('PATCH', `${things('v1')}/a`, labels, mergePatch);
  assert.equal(patched.status, 200);
  assert.equal(at(patched.body, 'spec.size'), 'small');
});

test('returns a default of the status from create, get and list until the status is set', async () => {
  const { send } = testServer();
  const status: JsonObject = { type: 'object', default: {}, properties: { phase: text('New') } };
  await send(
    'POST',
    crds,
    definition([version('v1', true, { status }, { subresources: { status: {} } })]),
  );
  const created = await send('POST', things('v1'), thing('v1', { status: { phase: 'Mine' } }));
  assert.equal(at(created.body, 'status.phase'), 'New');
  const dry = thing('v1', { metadata: { name: 'b' } });
  const answer = await send('POST', `${things('v1')}?dryRun=All`, dry);
  assert.equal(at(answer.body, 'status.phase'), 'New');
  const read = await send('GET', `${things('v1')}/a`);
  assert.equal(at(read.body, 'status.phase'), 'New');
  const list = await send('GET', things('v1'));
  assert.equal(at(list.body, 'items.0.status.phase'), 'New');
  const done = { status: { phase: 'Done' } };
  const patched = await send('PATCH', `${things('v1')}/a/status`, done, mergePatch);
  assert.equal(at(patched.body, 'status.phase'), 'Done');
});

test('shows in a dry run only what the storage version keeps', async () => {
  const { send } = testServer();
  const spec = (fields: JsonObject): JsonObject => ({
    spec: { type: 'object', properties: fields },
  });
  const first = spec({ a: { type: 'string' }, stored: text('S') });
  const second = spec({ a: { type: 'string' }, other: text('O'), more: { type: 'string' } });
  await send('POST', crds, definition([version('v1', true, first), version('v2', false, second)]));
  const same = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: JsonObject) => {
    const headers = method === 'PATCH' ? mergePatch : {};
    const dry = await send(method, `${path}?dryRun=All`, body, headers);
    const written = await send(method, path, body, headers);
    assert.deepEqual(dry.body['spec'], written.body['spec']);
    return written.body['spec'];
  };
  const path = `${things('v2')}/a`;
  const sent = thing('v2', { spec: { a: 'x', more: 'lost' } });
  assert.deepEqual(await same('POST', things('v2'), sent), { a: 'x' });
  assert.deepEqual(await same('PATCH', path, { spec: { a: 'y', more: 'lost' } }), { a: 'y' });
  const { body } = await send('GET', path);
  assert.deepEqual(await same('PUT', path, { ...body, spec: { more: 'lost' } }), {});
});

for (const nullable of [false, true]) {
  test(`${nullable ? 'keeps' : 'drops'} the null that an apply sets as a status`, async () => {
    const { send } = testServer();
    const status: JsonObject = { type: 'object', nullable, properties: { phase: text('New') } };
    const rest = { subresources: { status: {} } };
    await send('POST', crds, definition([version('v1', true, { status }, rest)]));
    await send('POST', things('v1'), thing('v1'));
    const path = `${things('v1')}/a/status?fieldManager=m`;
    const applied = await send('PATCH', path, thing('v1', { status: null }), applyPatch);
    assert.equal(applied.status, 200);
    assert.equal(applied.body['status'], nullable ? null : undefined);
    assert.deepEqual(at(applied.body, 'metadata.managedFields.0.fieldsV1'), { 'f:status': {} });
  });
}
