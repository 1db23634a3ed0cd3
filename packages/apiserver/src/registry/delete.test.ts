import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import {
  at,
  machine,
  machineDefinition,
  machinesPath,
  mergePatch,
  testServer,
} from '../testing/test-server.js';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

test('removes an object without finalizers immediately, and any other object with its last finalizer', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const gone = await send('DELETE', `${machinesPath}/a`);
  assert.equal(gone.body['status'], 'Success');
  await send('POST', machinesPath, machine('b', {}, { finalizers: ['x/y'] }));
  const marked = await send('DELETE', `${machinesPath}/b`);
  assert.equal(at(marked.body, 'metadata.deletionGracePeriodSeconds'), 0);
  assert.equal(at(marked.body, 'metadata.generation'), 2);
  const more = await send(
    'PATCH',
    `${machinesPath}/b`,
    { metadata: { finalizers: ['x/y', 'x/z'] } },
    mergePatch,
  );
  assert.equal(more.status, 422);
  const last = await send(
    'PATCH',
    `${machinesPath}/b`,
    { metadata: { finalizers: null } },
    mergePatch,
  );
  assert.equal(last.status, 200);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 404);
});

test('rejects a delete with failed preconditions, and lets a body override the query', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const refused = await send('DELETE', `${machinesPath}/a`, { preconditions: { uid: 'x' } });
  assert.equal(refused.status, 409);
  assert.match(
    String(at(refused.body, 'message')),
    /^Operation cannot be fulfilled on Machine.test.tw "a": the UID in the precondition \(x\) does not/,
  );
  await send('DELETE', `${machinesPath}/a?dryRun=All`);
  assert.equal((await send('GET', `${machinesPath}/a`)).status, 200);
  await send('DELETE', `${machinesPath}/a?dryRun=All`, { kind: 'DeleteOptions', apiVersion: 'v1' });
  assert.equal((await send('GET', `${machinesPath}/a`)).status, 404);
});

test('returns 400 for invalid options and deletes nothing', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const field = (name: string, type: string, what = 'number'): string =>
    `json: cannot unmarshal ${what} into ${name} of type ${type}`;
  const unknown = (kind: string, version: string): string =>
    `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`;
  const notText = (name: string): string =>
    `couldn't get version/kind; json parse error: ${field(`Go struct field .${name}`, 'string')}`;
  const bodies: [string, string][] = [
    ['{"preconditions":{"uid":5}}', field('preconditions.uid', 'string')],
    ['{"preconditions":{"resourceVersion":5}}', field('preconditions.resourceVersion', 'string')],
    ['{"preconditions":"x"}', field('preconditions', 'object', 'string')],
    ['{"dryRun":"All"}', field('dryRun', 'array', 'string')],
    ['{"dryRun":[5]}', field('dryRun[0]', 'string')],
    ['{"orphanDependents":"x"}', field('orphanDependents', 'boolean', 'string')],
    ['{"gracePeriodSeconds":"x"}', field('gracePeriodSeconds', 'int64', 'string')],
    [
      '{"gracePeriodSeconds":99999999999999999999}',
      field('gracePeriodSeconds', 'int64', 'number 100000000000000000000'),
    ],
    [
      '[]',
      `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    ],
    ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ['{"propagationPolicy":5}', field('propagationPolicy', 'string')],
    ['{"KIND":"Foo"}', unknown('Foo', 'meta.k8s.io/v1')],
    ['{"kind":"Pod","apiVersion":"v1"}', unknown('Pod', 'v1')],
    ['{"kind":"Machine","apiVersion":"test.tw/v1"}', unknown('Machine', 'test.tw/v1')],
    ['{"kind":"Foo"}', unknown('Foo', 'meta.k8s.io/v1')],
    ['{"kind":"DeleteOptions","apiVersion":"x/y/z"}', 'unexpected GroupVersion string: x/y/z'],
    ['{"kind":5}', notText('kind')],
    ['{"apiVersion":5}', notText('apiVersion')],
  ];
  for (const [body, message] of bodies) {
    const { status, body: answer } = await send('DELETE', `${machinesPath}/a`, body);
    assert.deepEqual([status, answer['message']], [400, message], body);
  }
  for (const grace of ['', 'abc', '9223372036854775808']) {
    const path = `${machinesPath}/a?gracePeriodSeconds=${grace}`;
    assert.equal((await send('DELETE', path)).status, 400, grace);
  }
  assert.equal((await send('GET', `${machinesPath}/a`)).status, 200);
  const harmless = '{"gracePeriodSeconds":-5,"preconditions":{"uid":null},"other":1}';
  assert.equal((await send('DELETE', `${machinesPath}/a`, harmless)).status, 200);
});

test('converts a propagation policy to a finalizer', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const marked = await send('DELETE', `${machinesPath}/a?propagationPolicy=Foreground`);
  assert.deepEqual(at(marked.body, 'metadata.finalizers'), ['foregroundDeletion']);
});

test('answers 202 if an object remains whose dependents are to be deleted', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('held', {}, { finalizers: ['x/y'] }));
  await send('POST', machinesPath, machine('free'));
  const statusOf = async (name: string, options: JsonObject): Promise<number> =>
    (await send('DELETE', `${machinesPath}/${name}`, options)).status;
  assert.equal(await statusOf('held', { orphanDependents: false, dryRun: ['All'] }), 202);
  assert.equal(await statusOf('held', { orphanDependents: true }), 200);
  assert.equal(await statusOf('held', { propagationPolicy: 'Background' }), 200);
  assert.equal(await statusOf('held', { orphanDependents: false }), 202);
  assert.equal(await statusOf('free', { orphanDependents: false }), 200);
});

test('deletes a collection with selectors and a limit', async () => {
  const { send } = testServer();
  for (const name of ['a', 'b', 'c']) await send('POST', machinesPath, machine(name));
  await send('DELETE', `${machinesPath}?limit=1`);
  const list = await send('GET', machinesPath);
  assert.deepEqual(list.body['items'] instanceof Array && list.body['items'].length, 2);
});

test('deletes the content of a namespace, and waits for finalizers', async () => {
  const { send } = testServer();
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'n' } });
  const path = '/apis/test.tw/v1/namespaces/n/machines';
  await send('POST', path, machine('a'));
  await send('POST', path, machine('b', {}, { finalizers: ['x/y'] }));
  const terminating = await send('DELETE', '/api/v1/namespaces/n');
  assert.equal(at(terminating.body, 'status.phase'), 'Terminating');
  assert.equal((await send('GET', `${path}/a`)).status, 404);
  assert.equal((await send('POST', path, machine('c'))).status, 403);
  await send('PATCH', `${path}/b`, { metadata: { finalizers: null } }, mergePatch);
  assert.equal((await send('GET', '/api/v1/namespaces/n')).status, 404);
  assert.equal((await send('DELETE', '/api/v1/namespaces/default')).status, 403);
});

test('removes the objects, paths and watches of a deleted definition', async () => {
  const { server, send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const watch = await server.handle({ method: 'GET', path: `${machinesPath}?watch=true` });
  await send('DELETE', `${definitions}/machines.test.tw`);
  const events = (await watch.text())
    .trim()
    .split('\n')
    .map((line) => line.slice(9, 14));
  assert.deepEqual(events, ['ADDED', 'DELET']);
  assert.equal((await send('GET', machinesPath)).text, '404 page not found\n');
  assert.equal((await send('GET', `${definitions}/machines.test.tw`)).status, 404);
});

test('serves a definition at once, and changes the served versions when it is updated', async () => {
  const { send } = testServer();
  const read = await send('GET', `${definitions}/machines.test.tw`);
  assert.equal(at(read.body, 'status.conditions.1.type'), 'Established');
  assert.equal(at(read.body, 'status.conditions.1.status'), 'True');
  assert.deepEqual(at(read.body, 'status.storedVersions'), ['v1']);
  await send('POST', machinesPath, machine('a'));
  const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size';
  const added = { op: 'add', path, value: { type: 'string', default: 'small' } };
  const patched = await send('PATCH', `${definitions}/machines.test.tw`, [added], {
    'content-type': 'application/json-patch+json',
  });
  assert.equal(patched.status, 200, patched.text);
  const object = await send('GET', `${machinesPath}/a`);
  assert.equal(at(object.body, 'spec.size'), 'small');
  assert.equal(at(object.body, 'metadata.generation'), 1);
});

/** Installs a kind with several versions. */
function installGears(
  server: ReturnType<typeof testServer>['server'],
  versions: (typeof machineDefinition)['spec']['versions'],
): void {
  server.installCustomResourceDefinition({
    ...machineDefinition,
    metadata: { name: 'gears.test.tw' },
    spec: { ...machineDefinition.spec, names: { plural: 'gears', kind: 'Gear' }, versions },
  });
}

test('serves versions with their own schema, and warns about deprecated ones', async (t) => {
  const { server, send } = testServer();
  t.after(() => server.close());
  const [v1] = machineDefinition.spec.versions;
  assert.ok(v1);
  const old = { ...v1, name: 'v1beta1', storage: false, deprecated: true };
  installGears(server, [v1, old]);
  const gear = { ...machine('a'), kind: 'Gear' };
  await send('POST', '/apis/test.tw/v1/namespaces/default/gears', gear);
  const read = await send('GET', '/apis/test.tw/v1beta1/namespaces/default/gears/a');
  assert.equal(read.body['apiVersion'], 'test.tw/v1beta1');
  assert.equal(
    read.headers['warning'],
    '299 - "test.tw/v1beta1 Gear is deprecated; use test.tw/v1 Gear"',
  );
  const watch = { method: 'GET', path: '/apis/test.tw/v1beta1/gears?watch=true' } as const;
  assert.equal((await server.handle(watch)).headers['warning'], read.headers['warning']);
  const endpoints = { method: 'GET', path: '/api/v1/endpoints?watch=true' } as const;
  assert.match(
    (await server.handle(endpoints)).headers['warning'] ?? '',
    /Endpoints is deprecated/,
  );
});

test('prunes fields that only the storage version has', async () => {
  const { server, send } = testServer();
  const [v1] = machineDefinition.spec.versions;
  assert.ok(v1);
  const properties: Record<string, JSONSchemaProps> = {
    image: { type: 'string' },
    cpus: { type: 'integer', default: 1 },
  };
  const openAPIV3Schema: JSONSchemaProps = {
    type: 'object',
    properties: { spec: { type: 'object', properties } },
  };
  const v2 = { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema } };
  installGears(server, [v1, v2]);
  const gears = '/apis/test.tw/v1/namespaces/default/gears';
  await send('POST', gears, { ...machine('a', { serial: 7 }), kind: 'Gear' });
  const stored = await send('GET', `${gears}/a`);
  const read = await send('GET', '/apis/test.tw/v2/namespaces/default/gears/a');
  assert.equal(at(stored.body, 'spec.serial'), 7);
  assert.deepEqual(read.body['spec'], { image: 'nginx' });
});

test('accepts delete options of any version, and without a kind', async () => {
  const { send } = testServer();
  const bodies = [
    '{"kind":"DeleteOptions","apiVersion":"v9"}',
    '{"kind":"DeleteOptions"}',
    '{"apiVersion":"foo/v1"}',
    '{"kind":null,"apiVersion":""}',
  ];
  for (const body of bodies) {
    await send('POST', machinesPath, machine('a'));
    assert.equal((await send('DELETE', `${machinesPath}/a`, body)).status, 200, body);
  }
});

test('changes the finalizer in a second deletion with another policy, except for events', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  await send('DELETE', `${machinesPath}/a?propagationPolicy=Foreground`);
  const orphaning = await send('DELETE', `${machinesPath}/a?propagationPolicy=Orphan`);
  assert.deepEqual(at(orphaning.body, 'metadata.finalizers'), ['orphan']);
  const events = '/api/v1/namespaces/default/events';
  const involvedObject = { namespace: 'default' };
  await send('POST', events, { metadata: { name: 'e' }, involvedObject });
  await send('DELETE', `${events}/e?propagationPolicy=Foreground`);
  assert.equal((await send('GET', `${events}/e`)).status, 404);
});

test('marks a pod on a node as deleted before it is removed', async () => {
  const { send, server } = testServer();
  const pods = '/api/v1/namespaces/default/pods';
  const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'b' }] } };
  const created = await send('POST', pods, {
    ...pod,
    spec: { ...pod.spec, nodeName: 'n', terminationGracePeriodSeconds: 7 },
  });
  const since = String(at(created.body, 'metadata.resourceVersion'));
  const marked = await send('DELETE', `${pods}/a`);
  assert.equal(at(marked.body, 'metadata.deletionGracePeriodSeconds'), 7);
  const longer = await send('DELETE', `${pods}/a`, { gracePeriodSeconds: 30 });
  assert.equal(at(longer.body, 'metadata.deletionGracePeriodSeconds'), 7);
  await send('PATCH', `${pods}/a`, { metadata: { labels: { a: 'b' } } }, mergePatch);
  assert.equal((await send('GET', `${pods}/a`)).status, 200);
  await send('DELETE', `${pods}/a`, { gracePeriodSeconds: 0 });
  assert.equal((await send('GET', `${pods}/a`)).status, 404);

  const watch = `${pods}?watch=true&resourceVersion=${since}&timeoutSeconds=-1`;
  const response = await server.handle({ method: 'GET', path: watch });
  const events = (await response.text()).trim().split('\n');
  const types = events.map((line) => (JSON.parse(line) as { type: string }).type);
  assert.deepEqual(types, ['MODIFIED', 'MODIFIED', 'MODIFIED', 'DELETED']);
});
