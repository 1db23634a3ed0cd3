import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { at, applyPatch, mergePatch, testServer } from '../testing/test-server.js';

// The expected responses are from kube-apiserver 1.37.2.
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const gears = '/apis/t.example.com/v1/namespaces/default/gears';
const name = 'gears.t.example.com';

const gear = (metadata: JsonObject): JsonObject => ({
  apiVersion: 't.example.com/v1',
  kind: 'Gear',
  metadata,
});

const definition = (properties: JsonObject = {}): JsonObject =>
  crdOf(
    { group: 't.example.com', kind: 'Gear', names: { shortNames: ['g'] } },
    ['v1', 'v1alpha1'].map((each) => versionWith(each, properties)),
  );

test('rejects creations of objects whose definition is being deleted, and updates its conditions', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition());
  await send('POST', gears, gear({ name: 'a', finalizers: ['example.com/hold'] }));
  const deleted = await send('DELETE', `${definitions}/${name}`);
  assert.deepEqual(at(deleted.body, 'metadata.finalizers'), [
    'customresourcecleanup.apiextensions.k8s.io',
  ]);
  assert.equal(at(deleted.body, 'status.conditions.2.reason'), 'InstanceDeletionPending');
  const found = await send('GET', `${definitions}/${name}`);
  assert.equal(at(found.body, 'status.conditions.2.type'), 'Terminating');
  assert.equal(at(found.body, 'status.conditions.2.reason'), 'InstanceDeletionInProgress');

  const why = 'is forbidden: create not allowed while custom resource definition is terminating';
  const refusals = [
    await send('POST', gears, gear({ name: 'b' })),
    await send('POST', gears, gear({ name: 'a' })),
    await send('POST', gears.replace('default', 'nowhere'), gear({ name: 'b' })),
    await send('PATCH', `${gears}/b?fieldManager=m`, gear({ name: 'b' }), applyPatch),
  ];
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body['message']]),
    ['b', 'a', 'b', 'b'].map((each) => [403, `gears.t.example.com "${each}" ${why}`]),
  );
  const unnamed = await send('POST', gears, gear({ generateName: 'b-' }));
  assert.equal(unnamed.body['message'], `gears.t.example.com ${why}`);

  const labels = { metadata: { labels: { x: 'y' } } };
  assert.equal((await send('PATCH', `${gears}/a`, labels, mergePatch)).status, 200);
  await send('PATCH', `${gears}/a`, { metadata: { finalizers: null } }, mergePatch);
  assert.equal((await send('GET', `${definitions}/${name}`)).status, 404);
});

test('deletes the objects of a definition that serves no version', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition());
  await send('POST', gears, gear({ name: 'a' }));
  const unserved = [0, 1].map((i) => ({
    op: 'replace',
    path: `/spec/versions/${i}/served`,
    value: false,
  }));
  const patched = await send('PATCH', `${definitions}/${name}`, unserved, {
    'content-type': 'application/json-patch+json',
  });
  assert.equal(patched.status, 200, patched.text);
  await send('DELETE', `${definitions}/${name}`);
  assert.equal((await send('GET', `${definitions}/${name}`)).status, 404);

  await send('POST', definitions, definition());
  const { body } = await send('GET', gears);
  assert.deepEqual(at(body, 'items'), []);
});

test('sets the conditions of a definition after the write, as its controllers do', async () => {
  const { send } = testServer();
  const created = await send('POST', definitions, definition());
  assert.deepEqual(created.body['status'], {
    conditions: null,
    acceptedNames: { plural: '', kind: '' },
    storedVersions: ['v1'],
  });
  const patch = { spec: { names: { shortNames: ['gr'] } } };
  const patched = await send('PATCH', `${definitions}/${name}`, patch, mergePatch);
  assert.deepEqual(at(patched.body, 'status.acceptedNames.shortNames'), ['g']);
  const { body } = await send('GET', `${definitions}/${name}`);
  assert.deepEqual(at(body, 'status.acceptedNames.shortNames'), ['gr']);
  const owners = at(body, 'metadata.managedFields') as JsonObject[];
  const own = owners.find(({ manager }) => manager === 'kube-apiserver') ?? {};
  assert.deepEqual(at(own, 'fieldsV1.f:status.f:acceptedNames.f:shortNames'), {});
});

test('accepts a name after another definition has released it', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition());
  const rival = definition();
  const spec = { ...(rival['spec'] as JsonObject), names: { plural: 'cogs', kind: 'Gear' } };
  await send('POST', definitions, { ...rival, metadata: { name: 'cogs.t.example.com' }, spec });
  const conditionOf = async (): Promise<unknown> => {
    const { body } = await send('GET', `${definitions}/cogs.t.example.com`);
    return at(body, 'status.conditions.0');
  };
  assert.equal(at((await conditionOf()) as JsonObject, 'reason'), 'ListKindConflict');
  await send('DELETE', `${definitions}/${name}`);
  assert.equal(at((await conditionOf()) as JsonObject, 'reason'), 'NoConflicts');
});

test('waits for other finalizers of a definition after its objects are deleted', async () => {
  const { send } = testServer();
  await send('POST', definitions, { ...definition(), metadata: { name, finalizers: ['a.b/c'] } });
  await send('POST', gears, gear({ name: 'a' }));
  await send('DELETE', `${definitions}/${name}`);
  const { body } = await send('GET', `${definitions}/${name}`);
  assert.deepEqual(at(body, 'metadata.finalizers'), ['a.b/c']);
  assert.equal(at(body, 'status.conditions.2.reason'), 'InstanceDeletionCompleted');
  assert.equal((await send('GET', `${gears}/a`)).status, 404);
  await send('PATCH', `${definitions}/${name}`, { metadata: { finalizers: null } }, mergePatch);
  assert.equal((await send('GET', `${definitions}/${name}`)).status, 404);
});

test('reports the end of a deletion of a definition that was never established', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition());
  const rival = 'cogs.t.example.com';
  const names = { plural: 'cogs', kind: 'Gear' };
  await send('POST', definitions, {
    ...definition(),
    metadata: { name: rival, finalizers: ['a.b/c'] },
    spec: { ...(definition()['spec'] as JsonObject), names },
  });
  await send('DELETE', `${definitions}/${rival}`);
  const { body } = await send('GET', `${definitions}/${rival}`);
  const conditions = at(body, 'status.conditions') as JsonObject[];
  const found = conditions.find(({ type }) => type === 'Terminating');
  assert.deepEqual([found?.['status'], found?.['reason']], ['False', 'NeverEstablished']);
});

test('preserves observedGeneration of conditions in updates of the definition', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition());
  const created = await send('GET', `${definitions}/${name}`);
  const status = at(created.body, 'status') as { conditions: JsonObject[] };
  const [accepted = {}, ...others] = status.conditions;
  const conditions = [{ ...accepted, observedGeneration: 1 }, ...others];
  const next = { ...created.body, status: { ...status, conditions, observedGeneration: 1 } };
  const updated = await send('PUT', `${definitions}/${name}/status`, next);
  assert.equal(updated.status, 200, updated.text);
  const change = { spec: { names: { categories: ['all'] } } };
  const { body } = await send('PATCH', `${definitions}/${name}`, change, mergePatch);
  assert.equal(at(body, 'status.observedGeneration'), 1);
  assert.equal(at(body, 'status.conditions.0.observedGeneration'), 1);
  assert.equal(at(body, 'status.conditions.1.observedGeneration'), undefined);
});

test('returns a warning for sets of objects and of arrays in a definition', async () => {
  const { send } = testServer();
  const setOf = (items: JsonObject): JsonObject => ({
    type: 'array',
    'x-kubernetes-list-type': 'set',
    items,
  });
  const objects = setOf({ type: 'object', 'x-kubernetes-map-type': 'atomic' });
  const strings = { type: 'string' };
  const arrays = setOf({ type: 'array', 'x-kubernetes-list-type': 'atomic', items: strings });
  const warning = (type: string): string =>
    `299 - "x-kubernetes-list-type: set for items of type \\"${type}\\" is not supported by server-side apply or CEL validation rules"`;
  const created = await send('POST', definitions, definition({ a: objects, s: setOf(strings) }));
  assert.equal(created.headers['warning'], warning('object'));
  const next = definition({ a: objects, b: arrays, s: setOf(strings) });
  const { body } = await send('GET', `${definitions}/${name}`);
  const metadata = body['metadata'] ?? {};
  const updated = await send('PUT', `${definitions}/${name}`, { ...next, metadata });
  assert.equal(updated.headers['warning'], warning('array'));
});

test('shows the columns of definitions in a table', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition());
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
  const { body } = await send('GET', `${definitions}/${name}`, undefined, { accept });
  const columns = body['columnDefinitions'] as { name: string; priority: number }[];
  const shown = columns.map((column) => [column.name, column.priority]);
  const cells = at(body, 'rows.0.cells') as unknown[];
  assert.deepEqual(
    shown.map(([title, priority], i) => [title, priority, title === 'Created At' ? '' : cells[i]]),
    [
      ['Name', 0, name],
      ['Scope', 0, 'Namespaced'],
      ['Versions', 0, 'v1(storage),v1alpha1'],
      ['Created At', 0, ''],
      ['Group', 1, 't.example.com'],
      ['Kind', 1, 'Gear'],
      ['ShortNames', 1, 'g'],
      ['Established', 1, true],
    ],
  );
});

test('shows the resource of a StorageVersionMigration in its table', async () => {
  const { send } = testServer();
  const path = '/apis/storagemigration.k8s.io/v1/storageversionmigrations';
  const spec = { resource: { group: 'apps', resource: 'deployments' } };
  const created = await send('POST', path, { metadata: { name: 'm' }, spec });
  assert.equal(created.status, 201, created.text);
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
  const table = await send('GET', path, undefined, { accept });
  assert.deepEqual(at(table.body, 'rows.0.cells'), ['m', 'deployments.apps', 'Unknown']);
});
test('is established only when the CA bundle of its conversion webhook is valid', async () => {
  const { send } = testServer();
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const conversion = (caBundle: string): JsonObject => ({
    strategy: 'Webhook',
    webhook: {
      clientConfig: { url: 'https://a.b/c', caBundle: base64(caBundle) },
      conversionReviewVersions: ['v1'],
    },
  });
  const crd = definition();
  await send('POST', definitions, {
    ...crd,
    spec: { ...(crd['spec'] as JsonObject), conversion: conversion('bad') },
  });
  const conditions = async (): Promise<unknown> =>
    (
      at((await send('GET', `${definitions}/${name}`)).body, 'status.conditions') as JsonObject[]
    ).map(({ type, status, reason }) => [type, status, reason]);
  const accepted = ['NamesAccepted', 'True', 'NoConflicts'];
  assert.deepEqual(await conditions(), [accepted, ['Established', 'False', 'InvalidCABundle']]);
  for (const answer of [
    await send('GET', gears),
    await send('GET', '/apis/t.example.com/v1/gears'),
    await send('POST', gears, gear({ name: 'a' })),
    await send('DELETE', `${gears}/a`),
  ]) {
    assert.deepEqual(
      [answer.status, answer.body['message']],
      [500, 'Internal error occurred: error resolving resource'],
    );
  }
  for (const path of ['v1/gears/a', 'v3/gears', 'v1/namespaces/default/wheels']) {
    assert.equal((await send('GET', `/apis/t.example.com/${path}`)).status, 404, path);
  }

  const change = (caBundle: string): ReturnType<typeof send> =>
    send(
      'PATCH',
      `${definitions}/${name}`,
      { spec: { conversion: conversion(caBundle) } },
      mergePatch,
    );
  assert.equal((await change('')).status, 200);
  assert.deepEqual(await conditions(), [accepted, ['Established', 'True', 'InitialNamesAccepted']]);
  assert.equal((await send('GET', gears)).status, 200);
  const refused = await change('bad');
  assert.equal(
    refused.body['message'],
    'CustomResourceDefinition.apiextensions.k8s.io "gears.t.example.com" is invalid: spec.conversion.webhookClientConfig.caBundle: Invalid value: "YmFk": unable to load root certificates: unable to parse bytes as PEM block',
  );
});

test('has a condition about the approval of an API of the community', async () => {
  const { send } = testServer();
  const annotation = 'api-approved.kubernetes.io';
  const crd = definition();
  const created = await send('POST', definitions, {
    ...crd,
    metadata: { name: 'gears.x.k8s.io', annotations: { [annotation]: 'unapproved, a test' } },
    spec: { ...(crd['spec'] as JsonObject), group: 'x.k8s.io' },
  });
  assert.equal(created.status, 201, created.text);
  const path = `${definitions}/gears.x.k8s.io`;
  const condition = async (): Promise<unknown> =>
    (at((await send('GET', path)).body, 'status.conditions') as JsonObject[])
      .filter(({ type }) => type === 'KubernetesAPIApprovalPolicyConformant')
      .map(({ status, reason, message }) => [status, reason, message]);
  assert.deepEqual(await condition(), [
    ['False', 'UnapprovedAnnotation', 'not approved: "unapproved, a test"'],
  ]);
  const url = 'https://github.com/kubernetes/kubernetes/pull/1';
  await send('PATCH', path, { metadata: { annotations: { [annotation]: url } } }, mergePatch);
  assert.deepEqual(await condition(), [['True', 'ApprovedAnnotation', `approved in ${url}`]]);
});

test('serves only the names that are accepted', async () => {
  const { send } = testServer();
  assert.equal((await send('POST', definitions, definition())).status, 201);
  const shortNames = ['x'];
  await send('PATCH', `${definitions}/${name}`, { spec: { names: { shortNames } } }, mergePatch);
  const shown = async (): Promise<unknown> =>
    at((await send('GET', '/apis/t.example.com/v1')).body, 'resources.0.shortNames');
  assert.deepEqual(await shown(), ['x']);
  const other = {
    ...definition(),
    metadata: { name: 'cogs.t.example.com' },
    spec: {
      ...(definition()['spec'] as JsonObject),
      names: { plural: 'cogs', kind: 'Cog', shortNames: ['c'] },
    },
  };
  assert.equal((await send('POST', definitions, other)).status, 201);
  const taken = { spec: { names: { shortNames: ['c'] } } };
  await send('PATCH', `${definitions}/${name}`, taken, mergePatch);
  const resources = at((await send('GET', '/apis/t.example.com/v1')).body, 'resources');
  const named = (resources as JsonObject[]).map((each) => [each['name'], each['shortNames']]);
  assert.deepEqual(named.sort(), [
    ['cogs', ['c']],
    ['gears', ['x']],
  ]);
});

test('removes the objects of a definition whose finalizer is patched away', async () => {
  const { send } = testServer({ storageQuotaBytes: 100_000 });
  const open = { 'x-kubernetes-preserve-unknown-fields': true };
  const finalizers = ['test.tw/hold'];
  const large = { ...gear({ name: 'a', finalizers }), data: 'x'.repeat(60_000) };
  for (let round = 0; round < 2; round++) {
    assert.equal((await send('POST', definitions, definition({ data: open }))).status, 201);
    const created = await send('POST', gears, large);
    assert.equal(created.status, 201, created.text);
    await send('DELETE', `${definitions}/${name}`);
    const free = { metadata: { finalizers: null } };
    assert.equal((await send('PATCH', `${definitions}/${name}`, free, mergePatch)).status, 200);
    assert.equal((await send('GET', `${definitions}/${name}`)).status, 404);
  }
});
