import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { createApiServer } from './create-api-server.js';
import { at, machine, machinesPath, testServer } from '../testing/test-server.js';

test('answers unknown paths with plain text, or with a Status below built-in groups', async () => {
  const { send } = testServer();
  assert.equal((await send('GET', '/apis/test.tw/v1/nopes')).text, '404 page not found\n');
  assert.equal((await send('GET', '/apis/test.tw/v2/machines')).text, '404 page not found\n');
  assert.equal(
    (await send('POST', '/apis/test.tw/v1/machines', machine('a'))).text,
    '404 page not found\n',
  );
  const builtIn = await send('GET', '/api/v1/nopes');
  assert.equal(builtIn.body['message'], 'the server could not find the requested resource');
});

test('rejects unsupported methods and media types', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  assert.equal((await send('DELETE', `${machinesPath}/a/scale`)).status, 405);
  assert.equal((await send('DELETE', '/api/v1/namespaces')).status, 405);
  const protobuf = { 'content-type': 'application/vnd.kubernetes.protobuf' };
  assert.equal((await send('POST', machinesPath, 'k8s', protobuf)).status, 415);
  assert.equal(
    (await send('GET', `${machinesPath}/a`, undefined, { accept: 'text/html' })).status,
    406,
  );
});

test('accepts YAML bodies and returns tables', async () => {
  const { send } = testServer();
  const yaml = 'apiVersion: test.tw/v1\nkind: Machine\nmetadata: {name: a}\nspec: {image: x}\n';
  const created = await send('POST', machinesPath, yaml, { 'content-type': 'application/yaml' });
  assert.equal(created.status, 201, created.text);
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
  const table = await send('GET', machinesPath, undefined, { accept });
  assert.equal(table.body['kind'], 'Table');
  assert.equal(at(table.body, 'rows.0.cells.0'), 'a');
});

test('preserves an int64 beyond 2^53', async () => {
  const { send } = testServer();
  const body = JSON.stringify(machine('a')).replace('"image"', '"serial":9007199254740993,"image"');
  await send('POST', machinesPath, body);
  assert.match((await send('GET', `${machinesPath}/a`)).text, /"serial":9007199254740993/);
});

/** A definition of things with a schema for their spec. */
const things = (schema: string): string =>
  `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "things.test.tw"},
    "spec": {"group": "test.tw", "scope": "Cluster", "names": {"plural": "things", "kind": "Thing"},
      "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
        {"type": "object", "properties": {"spec": ${schema}}}}}]}}`;
const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

test('validates objects with bounds beyond 2^53', async () => {
  const { send } = testServer();
  const big = '18446744073709551615';
  const rules = '[{"rule": "self.all(name, self[name] < 9.0)"}]';
  const values = `{"type": "number", "maximum": ${big}, "multipleOf": 9007199254740993}`;
  const schema = `{"type": "object", "maxProperties": 9, "additionalProperties": ${values},
    "x-kubernetes-validations": ${rules}}`;
  assert.equal((await send('POST', definitionsPath, things(schema))).status, 201);
  const thing = { apiVersion: 'test.tw/v1', kind: 'Thing', metadata: { name: 'a' } };
  const path = '/apis/test.tw/v1/things';
  assert.equal((await send('POST', path, { ...thing, spec: { a: 0 } })).status, 201);
  const { status, text } = await send('POST', path, { ...thing, spec: { a: 1 } });
  assert.equal(status, 422, text);
  assert.match(text, /should be a multiple of 9007199254740992"/);
});

test('estimates costs with lengths beyond 2^53', async () => {
  const { send } = testServer();
  const schema =
    '{"type": "string", "maxLength": 9007199254740993, "x-kubernetes-validations": [{"rule": "self != \'a\'"}]}';
  const { status, text } = await send('POST', definitionsPath, things(schema));
  assert.equal(status, 201, text);
});

test('treats null in the schemas of a definition as an empty schema', async () => {
  const { send } = testServer();
  const { status, text } = await send('POST', definitionsPath, things('null'));
  assert.equal(status, 422, text);
  assert.match(text, /properties\[spec\]\.type: Required value/);
});

test('installs a definition with bigints', () => {
  const { server } = testServer();
  const crd: unknown = JSON.parse(things('{"type": "integer"}'));
  assert.ok(isDefinition(crd));
  const [version] = crd.spec.versions;
  const spec = version?.schema?.openAPIV3Schema?.properties?.['spec'];
  assert.ok(spec);
  spec.default = 9_007_199_254_740_993n;
  server.installCustomResourceDefinition(crd);
  assert.ok(server.serves('test.tw', 'v1', 'things'));
});

const isDefinition = (value: unknown): value is CustomResourceDefinition =>
  typeof value === 'object' && value !== null && 'spec' in value;

test('stores seeded objects with their status, and creates their namespaces', async () => {
  const { server, send } = testServer();
  const seeded = { ...machine('a', {}, { namespace: 'n' }), status: { phase: 'P' } };
  server.seed([{ ...seeded, metadata: { name: 'a', namespace: 'n' } }]);
  const { body } = await send('GET', '/apis/test.tw/v1/namespaces/n/machines/a');
  assert.equal(at(body, 'status.phase'), 'P');
  assert.equal((await send('GET', '/api/v1/namespaces/n')).status, 200);
});

test('reports a fix when a seeded kind is not served', () => {
  const seed = () =>
    createApiServer().seed([{ apiVersion: 'x/v1', kind: 'Y', metadata: { name: 'a' } }]);
  assert.throws(seed, /cannot seed a Y of x\/v1: the kind is not served; install its CustomRes/);
});
