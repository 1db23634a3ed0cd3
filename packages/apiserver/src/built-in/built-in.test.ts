import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, mergePatch, strategicPatch, testServer } from '../testing/test-server.js';

const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const coreEvents = '/api/v1/namespaces/default/events';
const newEvents = '/apis/events.k8s.io/v1/namespaces/default/events';

test('creates the initial namespaces', async () => {
  const { send } = testServer();
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
    const { body } = await send('GET', `/api/v1/namespaces/${name}`);
    assert.equal(at(body, 'status.phase'), 'Active');
  }
});

test('creates an absent lease by PUT, and rejects times without six decimals', async () => {
  const { send } = testServer();
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } };
  assert.equal((await send('PUT', `${leases}/l`, { ...lease, spec: {} })).status, 201);
  const seconds = await send('POST', leases, {
    ...lease,
    spec: { renewTime: '2026-01-02T15:04:05Z' },
  });
  assert.equal(seconds.status, 400);
  assert.equal(
    seconds.body['message'],
    'Lease in version "v1" cannot be handled as a Lease: parsing time "2026-01-02T15:04:05Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000", in spec.renewTime',
  );
});

test('converts times of built-in kinds to UTC, and rejects integers that overflow', async () => {
  const { send } = testServer();
  const create = (name: string, spec: JsonObject) =>
    send('POST', leases, { metadata: { name }, spec });
  const kept: [string, string | undefined][] = [
    ['2024-01-01T00:00:00.000000+23:59', '2023-12-31T00:01:00.000000Z'],
    ['2024-01-01T00:00:00,000000Z', '2024-01-01T00:00:00.000000Z'],
    ['0001-01-01T00:00:00.000000Z', undefined],
  ];
  for (const [index, [renewTime, expected]] of kept.entries()) {
    const { status, body } = await create(`kept-${index}`, { renewTime });
    assert.deepEqual([status, at(body, 'spec.renewTime')], [201, expected]);
  }
  const refused: [JsonObject, RegExp][] = [
    [
      { renewTime: '10000-01-01T00:00:00.000000Z' },
      /cannot parse "0-01-01T00:00:00.000000Z" as "-"/,
    ],
    [{ renewTime: '9999-12-31T23:59:59.000000-01:00' }, /: year out of range, in spec.renewTime$/],
    [{ renewTime: '2023-02-29T00:00:00.000000Z' }, /: day out of range, in spec.renewTime$/],
    [
      { leaseDurationSeconds: 2 ** 31 },
      /cannot unmarshal number 2147483648 into .* of type int32$/,
    ],
    [{ leaseTransitions: 1e20 }, /cannot unmarshal number 100000000000000000000 into .* int32$/],
    [{ leaseTransitions: 1.5 }, /cannot unmarshal number 1\.5 into .* int32$/],
  ];
  for (const [spec, expected] of refused) {
    const { status, body } = await create('refused', spec);
    assert.equal(status, 400);
    assert.match(typeof body['message'] === 'string' ? body['message'] : '', expected);
  }
});

test('rejects a strategic merge patch of the type with another value than a string', async () => {
  const { send } = testServer();
  await send('POST', leases, { metadata: { name: 'held' }, spec: {} });
  const headers = { 'content-type': 'application/strategic-merge-patch+json' };
  const patches: readonly JsonObject[] = [{ kind: 1 }, { apiVersion: ['v1'] }];
  for (const patch of patches) {
    const { status, body } = await send('PATCH', `${leases}/held`, patch, headers);
    assert.deepEqual([status, at(body, 'details.causes.0.field')], [422, 'patch']);
  }
});

test('validates the name of a lease as a subdomain', async () => {
  const { send } = testServer();
  const { status, body } = await send('POST', leases, { metadata: { name: 'Bad Name' }, spec: {} });
  assert.equal(status, 422);
  assert.equal(
    body['message'],
    "Lease.coordination.k8s.io \"Bad Name\" is invalid: metadata.name: Invalid value: \"Bad Name\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  );
});

test('omits the type of the items in lists of built-in kinds', async () => {
  const { send } = testServer();
  await send('POST', leases, { metadata: { name: 'held' }, spec: {} });
  const list = await send('GET', leases);
  assert.equal(at(list.body, 'kind'), 'LeaseList');
  assert.equal(at(list.body, 'items.0.metadata.name'), 'held');
  assert.equal(at(list.body, 'items.0.kind'), undefined);
  assert.equal(at(list.body, 'items.0.apiVersion'), undefined);
  const one = await send('GET', `${leases}/held`);
  assert.equal(at(one.body, 'kind'), 'Lease');
});

test('serves an event in both of its API groups', async () => {
  const { send } = testServer();
  const created = await send('POST', newEvents, {
    metadata: { name: 'e' },
    regarding: { kind: 'Machine', name: 'a', namespace: 'default' },
    reason: 'R',
    note: 'n',
    type: 'Normal',
    action: 'A',
    eventTime: '2026-01-02T15:04:05.000000Z',
    reportingController: 'c',
    reportingInstance: 'i',
  });
  assert.equal(created.status, 201, created.text);
  const list = await send('GET', `${coreEvents}?fieldSelector=involvedObject.name%3Da`);
  assert.equal(at(list.body, 'items.0.message'), 'n');
  assert.equal(at(list.body, 'apiVersion'), 'v1');
  const series = { series: { count: 2, lastObservedTime: '2026-01-02T15:05:05.000000Z' } };
  const patched = await send('PATCH', `${newEvents}/e`, series, strategicPatch);
  assert.equal(at(patched.body, 'series.count'), 2);
});

test('reports changes of an immutable ConfigMap or Secret before invalid keys', async () => {
  const { send } = testServer();
  for (const plural of ['configmaps', 'secrets']) {
    const path = `/api/v1/namespaces/default/${plural}`;
    await send('POST', path, { metadata: { name: 'a' }, data: { a: 'eHh4' }, immutable: true });
    const change = { data: { 'bad key': 'eHh4' } };
    const { body } = await send('PATCH', `${path}/a`, change, mergePatch);
    const causes = at(body, 'details.causes') as { field: string }[];
    assert.deepEqual(
      causes.map(({ field }) => field),
      ['data', 'data[bad key]'],
    );
  }
});
