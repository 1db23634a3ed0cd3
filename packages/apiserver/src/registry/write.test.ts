import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  applyPatch,
  at,
  jsonPatch,
  machine,
  machinesPath,
  mergePatch,
  strategicPatch,
  testServer,
} from '../testing/test-server.js';

test('sets defaults, system metadata and managed fields in a create, and removes the status', async () => {
  const { send } = testServer();
  const created = await send('POST', machinesPath, { ...machine('a'), status: { phase: 'X' } });
  assert.equal(created.status, 201);
  assert.equal(at(created.body, 'spec.action'), 'active');
  assert.equal(at(created.body, 'metadata.generation'), 1);
  assert.equal(at(created.body, 'metadata.namespace'), 'default');
  assert.match(String(at(created.body, 'metadata.uid')), /^[0-9a-f-]{36}$/);
  assert.equal(created.body['status'], undefined);
  assert.equal(at(created.body, 'metadata.managedFields.0.manager'), 'tester');
});

test('changes managedFields of the patched object only, although created objects share them', async () => {
  const { send } = testServer();
  const path = '/api/v1/namespaces/default/configmaps';
  for (const name of ['a', 'b']) {
    await send('POST', path, { metadata: { name, labels: { k: 'v' } }, data: { x: 'y' } });
  }
  const before = await send('GET', `${path}/b`);
  const manager = '/metadata/managedFields/0/manager';
  const fields = '/metadata/managedFields/0/fieldsV1/f:data/f:x';
  await send('PATCH', `${path}/a`, [{ op: 'replace', path: manager, value: 'm' }], jsonPatch);
  await send('PATCH', `${path}/a`, [{ op: 'remove', path: fields }], jsonPatch);
  await send('PATCH', `${path}/a`, { data: { x: null } }, mergePatch);
  await send('PATCH', `${path}/a`, { data: { z: 'y' } }, strategicPatch);
  const changed = await send('GET', `${path}/a`);
  assert.equal(at(changed.body, 'metadata.managedFields.0.manager'), 'm');
  assert.deepEqual((await send('GET', `${path}/b`)).body, before.body);
});

test('rejects a patch after which the document is a list', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const list = [{ op: 'replace', path: '', value: [1] }];
  const answer = await send('PATCH', `${machinesPath}/a`, list, jsonPatch);
  assert.equal(answer.status, 422);
  assert.match(String(at(answer.body, 'details.causes.0.message')), /cannot unmarshal array/);
});

test('rejects a create in a missing namespace, or with an existing name', async () => {
  const { send } = testServer();
  const absent = await send('POST', '/apis/test.tw/v1/namespaces/nope/machines', machine('a'));
  assert.equal(absent.status, 404);
  assert.equal(absent.body['message'], 'namespaces "nope" not found');
  await send('POST', machinesPath, machine('a'));
  const again = await send('POST', machinesPath, machine('a'));
  assert.equal(again.status, 409);
  assert.equal(again.body['message'], 'machines.test.tw "a" already exists');
});

test('rejects a create with a resource version, and generates names', async () => {
  const { send } = testServer();
  const versioned = await send('POST', machinesPath, machine('a', {}, { resourceVersion: '5' }));
  assert.equal(versioned.status, 500);
  // kube-apiserver ignores texts that are not versions.
  for (const resourceVersion of ['0', '-1', 'text', '18446744073709551616', '9'.repeat(500_000)]) {
    const ignored = machine('', {}, { generateName: 'vm-', resourceVersion });
    const { status, body } = await send('POST', machinesPath, ignored);
    assert.equal(status, 201);
    assert.match(String(at(body, 'metadata.resourceVersion')), /^\d{1,5}$/);
  }
  const generated = await send('POST', machinesPath, machine('', {}, { generateName: 'vm-' }));
  assert.match(String(at(generated.body, 'metadata.name')), /^vm-[a-z0-9]{5}$/);
});

test('rejects an invalid object with all causes', async () => {
  const { send } = testServer();
  const refused = await send('POST', machinesPath, machine('a', { action: 'x' }));
  assert.equal(refused.status, 422);
  assert.equal(
    refused.body['message'],
    'Machine.test.tw "a" is invalid: spec.action: Unsupported value: "x": supported values: "active", "inactive"',
  );
  assert.equal(at(refused.body, 'details.causes.0.reason'), 'FieldValueNotSupported');
});

test('removes unknown fields, with a warning or error as requested', async () => {
  const { send } = testServer();
  const warned = await send('POST', machinesPath, machine('a', { foo: 1 }));
  assert.equal(warned.headers['warning'], '299 - "unknown field \\"spec.foo\\""');
  assert.equal(at(warned.body, 'spec.foo'), undefined);
  const strict = await send(
    'POST',
    `${machinesPath}?fieldValidation=Strict`,
    machine('b', { foo: 1 }),
  );
  assert.equal(strict.status, 400);
  assert.match(
    String(at(strict.body, 'message')),
    /strict decoding error: unknown field "spec.foo"$/,
  );
});

test('reports unknown and duplicate fields of metadata in its order', async () => {
  const { send } = testServer();
  const metadata = `{"labels":{"a":"1","a":"2"},"x":1,"name":"a","name":"a",
    "managedFields":[{"y":1,"manager":"m","manager":"m","fieldsV1":{"f:z":{},"f:z":{}}}]}`;
  const path = '/api/v1/namespaces/default/configmaps?fieldValidation=Strict';
  const { status, text } = await send('POST', path, `{"metadata":${metadata},"data":{}}`);
  assert.equal(status, 400);
  const expected = [
    ...['duplicate field "metadata.labels.a"', 'unknown field "metadata.x"'],
    ...['duplicate field "metadata.name"', 'unknown field "metadata.managedFields[0].y"'],
    'duplicate field "metadata.managedFields[0].manager"',
  ];
  const message = text.split('strict decoding error: ')[1] ?? '';
  assert.deepEqual(
    message.match(/\w+ field \\"[^"]*"/g)?.map((each) => each.replaceAll('\\"', '"')),
    expected,
  );
});

test('stores nothing in a dry run', async () => {
  const { send } = testServer();
  const dry = await send('POST', `${machinesPath}?dryRun=All`, machine('a'));
  assert.equal(dry.status, 201);
  assert.equal((await send('GET', `${machinesPath}/a`)).status, 404);
});

test('requires the latest version for an update, and does not change it without changes', async () => {
  const { send } = testServer();
  const { body } = await send('POST', machinesPath, machine('a'));
  const without = await send('PUT', `${machinesPath}/a`, machine('a'));
  assert.equal(without.status, 422);
  const stale = await send('PUT', `${machinesPath}/a`, machine('a', {}, { resourceVersion: '1' }));
  assert.equal(stale.status, 409);
  assert.equal(
    stale.body['message'],
    'Operation cannot be fulfilled on machines.test.tw "a": the object has been modified; please apply your changes to the latest version and try again',
  );
  const same = await send('PUT', `${machinesPath}/a`, body);
  assert.equal(same.status, 200);
  assert.deepEqual(same.body, body);
});

test('increments the generation only for changes of the spec', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const spec = await send(
    'PATCH',
    `${machinesPath}/a`,
    { spec: { image: 'b' }, status: { phase: 'P' } },
    mergePatch,
  );
  assert.equal(at(spec.body, 'metadata.generation'), 2);
  assert.equal(spec.body['status'], undefined);
  const patch = { spec: { image: 'c' }, status: { phase: 'P' }, metadata: { labels: { a: 'b' } } };
  const status = await send('PATCH', `${machinesPath}/a/status`, patch, mergePatch);
  assert.equal(at(status.body, 'status.phase'), 'P');
  assert.equal(at(status.body, 'spec.image'), 'b');
  assert.equal(at(status.body, 'metadata.labels'), undefined);
  assert.equal(at(status.body, 'metadata.generation'), 2);
});

test('supports json, merge and apply patches for custom resources, and strategic for built-in kinds', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const json = await send(
    'PATCH',
    `${machinesPath}/a`,
    [{ op: 'replace', path: '/spec/image', value: 'z' }],
    jsonPatch,
  );
  assert.equal(at(json.body, 'spec.image'), 'z');
  const refused = await send('PATCH', `${machinesPath}/a`, {}, strategicPatch);
  assert.equal(refused.status, 415);
  const namespace = await send(
    'PATCH',
    '/api/v1/namespaces/default',
    { metadata: { labels: { a: 'b' } } },
    strategicPatch,
  );
  assert.equal(at(namespace.body, 'metadata.labels.a'), 'b');
});

test('rejects a media type that cannot be parsed with 415', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const sent = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, type: string) =>
    (await send(method, path, {}, { 'content-type': type })).status;
  for (const type of [';', 'application/json;;', 'application/json; charset', 'text/plain']) {
    assert.equal(await sent('POST', machinesPath, type), 415, type);
    assert.equal(await sent('POST', '/api/v1/namespaces', type), 415, type);
    assert.equal(await sent('DELETE', `${machinesPath}/a`, type), 415, type);
  }
  // kube-apiserver compares the type of a patch as it is, and ignores its parameters.
  const patched = `${machinesPath}/a`;
  assert.equal(await sent('PATCH', patched, 'application/merge-patch+json;;'), 200);
  assert.equal(await sent('PATCH', patched, 'application/merge-patch+json ;'), 415);
  assert.equal(await sent('PATCH', patched, 'Application/merge-patch+json'), 415);
});

test('creates by apply, preserves the version without changes, and reports conflicts', async () => {
  const { send } = testServer();
  const url = (manager: string) => `${machinesPath}/a?fieldManager=${manager}`;
  const created = await send('PATCH', url('one'), machine('a'), applyPatch);
  assert.equal(created.status, 201);
  const again = await send('PATCH', url('one'), machine('a'), applyPatch);
  assert.deepEqual(again.body, created.body);
  const other = await send('PATCH', url('two'), machine('a', { image: 'b' }), applyPatch);
  assert.equal(other.status, 409);
  assert.equal(
    other.body['message'],
    'Apply failed with 1 conflict: conflict with "one": .spec.image',
  );
  const forced = await send(
    'PATCH',
    `${url('two')}&force=true`,
    machine('a', { image: 'b' }),
    applyPatch,
  );
  assert.equal(at(forced.body, 'spec.image'), 'b');
});

test('reads and writes replicas by the scale subresource', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a', { replicas: 1 }));
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'a' },
    spec: { replicas: 4 },
  };
  const scaled = await send('PUT', `${machinesPath}/a/scale`, scale);
  assert.equal(at(scaled.body, 'spec.replicas'), 4);
  const read = await send('GET', `${machinesPath}/a`);
  assert.equal(at(read.body, 'spec.replicas'), 4);
  assert.equal(at(read.body, 'metadata.generation'), 2);
});

test('does not modify objects that were read before a write', async () => {
  const { send } = testServer();
  const first = await send('POST', machinesPath, machine('a'));
  await send('PATCH', `${machinesPath}/a`, { metadata: { labels: { a: 'b' } } }, mergePatch);
  const version = String(at(first.body, 'metadata.resourceVersion'));
  const list = await send(
    'GET',
    `${machinesPath}?resourceVersion=${version}&resourceVersionMatch=Exact`,
  );
  assert.deepEqual(at(list.body, 'items.0'), first.body);
});

test('rejects replica counts that the scale subresource cannot show', async () => {
  const { send } = testServer();
  const { body } = await send('POST', machinesPath, machine('a', { replicas: -1 }));
  assert.equal(
    body['message'],
    'Machine.test.tw "a" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
  );
  await send('POST', machinesPath, machine('a'));
  const status = { status: { replicas: 2_147_483_648 } };
  const refused = await send('PATCH', `${machinesPath}/a/status`, status, mergePatch);
  assert.equal(
    refused.body['message'],
    'Machine.test.tw "a" is invalid: .status.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647',
  );
});

test('rejects a strategic merge patch with a value that is not a map, struct or slice, with the words of Go', async () => {
  const { send } = testServer();
  const cases: [JsonObject, string][] = [
    [{ metadata: { labels: 'a' } }, 'cannot restore map from string'],
    [{ metadata: { annotations: [] } }, 'cannot restore map from slice'],
    [{ spec: 1 }, 'cannot restore struct from: int64'],
    [{ status: 1.5 }, 'cannot restore struct from: float64'],
    [{ metadata: { managedFields: {} } }, 'cannot restore slice from map'],
    [{ metadata: { managedFields: true } }, 'cannot restore slice from bool'],
  ];
  for (const [patch, reason] of cases) {
    const { status, body } = await send(
      'PATCH',
      '/api/v1/namespaces/default',
      patch,
      strategicPatch,
    );
    assert.deepEqual(
      [status, body['message']],
      [422, ` "" is invalid: patch: Invalid value: ${reason}`],
    );
  }
  const merged = await send('PATCH', '/api/v1/namespaces/default', { spec: 1 }, mergePatch);
  assert.match(
    String(at(merged.body, 'message')),
    /cannot unmarshal number into spec of type object$/,
  );
});

test('rejects a patch that is not an object', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  const merge = await send('PATCH', `${machinesPath}/a`, '[1]', mergePatch);
  const strategic = await send('PATCH', '/api/v1/namespaces/default', '[1]', strategicPatch);
  const text = 'json: cannot unmarshal array into Go value of type map[string]interface {}';
  assert.deepEqual(
    [merge, strategic].map(({ status, body }) => [status, body['message']]),
    [
      [400, `error decoding patch: ${text}`],
      [400, text],
    ],
  );
});

test('returns selfLink only in the response to a dry run', async () => {
  const { send } = testServer();
  const path = '/api/v1/namespaces/default/configmaps';
  await send('POST', path, { metadata: { name: 'a' } });
  const patch = { metadata: { selfLink: '/x' } };
  const dry = await send('PATCH', `${path}/a?dryRun=All`, patch, mergePatch);
  assert.equal(at(dry.body, 'metadata.selfLink'), '/x');
  const patched = await send('PATCH', `${path}/a`, patch, mergePatch);
  assert.equal(at(patched.body, 'metadata.selfLink'), undefined);
});

test('lists the unknown fields of a YAML body in its order', async () => {
  const { send } = testServer();
  const path = '/api/v1/namespaces/default/configmaps?fieldValidation=Strict';
  const yaml = { 'content-type': 'application/yaml' };
  const refused = await send('POST', path, 'metadata: {name: x}\nfoo: 1\nbar: 2\n', yaml);
  assert.match(String(at(refused.body, 'message')), /unknown field "foo", unknown field "bar"$/);
});

test('lists the unknown and duplicate fields of a JSON patch by operation', async () => {
  const { send } = testServer();
  const path = '/api/v1/namespaces/default/configmaps';
  await send('POST', path, { metadata: { name: 'a' }, data: { a: '1' } });
  const patch = `[{"op":"add","path":"/data/b","value":"1","foo":"bar"},
    {"op":"add","path":"/data/c","path":"/data/d","value":"1"}]`;
  const { headers } = await send('PATCH', `${path}/a`, patch, jsonPatch);
  assert.equal(
    headers['warning'],
    '299 - "json patch unknown field \\"[0].foo\\"", 299 - "json patch duplicate field \\"[1].path\\""',
  );
});

test('rejects finalizers of an invalid form in an update of a built-in object', async () => {
  const { send } = testServer();
  const path = '/api/v1/namespaces/default/configmaps';
  await send('POST', path, { metadata: { name: 'a' } });
  for (const finalizer of ['a/b/c', 'x/', 'A B']) {
    const patch = { metadata: { finalizers: [finalizer] } };
    const { status, text } = await send('PATCH', `${path}/a`, patch, mergePatch);
    assert.equal(status, 422, text);
    assert.match(text, /metadata\.finalizers: Invalid value/);
  }
});

test('prints lists with items of several types as Go does', async () => {
  const { send } = testServer();
  const path = '/api/v1/namespaces/default/configmaps';
  await send('POST', path, { metadata: { name: 'a', finalizers: ['x.io/y'] } });
  for (const [finalizers, printed] of [
    [[1], '[[x.io/y] [1]]'],
    [['b', ['c']], '[[x.io/y] [b [c]]]'],
    [[{ a: null }], '[[x.io/y] [map[a:<nil>]]]'],
  ] as const) {
    const body = { metadata: { finalizers } };
    const answer = await send('PATCH', `${path}/a`, JSON.stringify(body), strategicPatch);
    const message = `list element types are not identical: ${printed}`;
    assert.equal(answer.body['message'], message);
  }
});

test('reports the first unknown field of an applied object', async () => {
  const { send } = testServer();
  const body = { ...machine('a'), foo: 1, bar: 2 };
  const refused = await send('PATCH', `${machinesPath}/a?fieldManager=m`, body, applyPatch);
  assert.equal(
    refused.body['message'],
    'failed to create typed patch object (/a; test.tw/v1, Kind=Machine): .foo: field not declared in schema',
  );
});
