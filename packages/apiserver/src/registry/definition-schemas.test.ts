import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { applyPatch, at, mergePatch, testServer, type TestAnswer } from '../testing/test-server.js';

// The expected responses are from kube-apiserver 1.37.2.
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const place = 'spec.versions.0.schema.openAPIV3Schema.properties.spec';
const named = place.replace('.0', '[0]');

/** A definition of a kind with this schema of its spec. */
const definition = (schema: JsonValue): JsonObject =>
  crdOf({ group: 't.example.com', kind: 'Gear' }, [versionWith('v1', { spec: schema })]);

const create = (schema: JsonValue, query = ''): Promise<TestAnswer> =>
  testServer().send('POST', `${definitions}${query}`, definition(schema));

const text = { type: 'string' };

test('reports and drops an unknown field of a schema', async () => {
  const part = { type: 'object', properties: { a: { ...text, minLenght: 1 } }, allOf: [{ x: 1 }] };
  const rule = { rule: 'true', text: 'y' };
  const schema = { ...part, 'x-kubernetes-validations': [rule] };
  const fields = ['properties.a.minLenght', 'allOf[0].x', 'x-kubernetes-validations[0].text'];
  const created = await create(schema);
  assert.equal(created.status, 201);
  assert.deepEqual(
    created.headers['warning']?.split(', '),
    fields.map((field) => String.raw`299 - "unknown field \"${named}.${field}\""`),
  );
  assert.deepEqual(at(created.body, place), {
    ...{ type: 'object', properties: { a: text }, allOf: [{}] },
    'x-kubernetes-validations': [{ rule: 'true' }],
  });
  const strict = await create(schema, '?fieldValidation=Strict');
  assert.equal(strict.status, 400);
  assert.match(
    String(at(strict.body, 'message')),
    /strict decoding error: unknown field ".*minLenght"/,
  );
});

test('drops unknown fields of items and additionalProperties without a report', async () => {
  const items = { type: 'object', additionalProperties: { ...text, y: 1 }, x: 1 };
  const { status, headers, body } = await create(
    { type: 'array', items },
    '?fieldValidation=Strict',
  );
  assert.deepEqual([status, headers['warning']], [201, undefined]);
  assert.deepEqual(at(body, `${place}.items`), { type: 'object', additionalProperties: text });
});

test('rejects a schema with a value of the wrong type', async () => {
  const wrong: JsonValue[] = [
    ...[
      { type: 'integer', minimum: '' },
      { ...text, description: 0 },
      { ...text, enum: 0 },
    ],
    ...[
      { ...text, maxLength: 1.5 },
      { ...text, nullable: 'x' },
      { ...text, anyOf: ['x'] },
    ],
    ...[{ type: 'object', properties: '' }, { type: 'object', required: 0 }, 'x'],
    { ...text, 'x-kubernetes-validations': [{ rule: 'true', message: 0 }] },
    { type: 'array', items: { ...text, pattern: 1 } },
    { type: 'object', additionalProperties: { ...text, pattern: 1 } },
    { type: 'object', additionalProperties: 1 },
  ];
  for (const schema of wrong) {
    const { status, body } = await create(schema);
    assert.equal(status, 400, JSON.stringify(schema));
    assert.match(
      String(at(body, 'message')),
      /json: cannot unmarshal|boolean or JSON schema expected/,
    );
  }
});

test('reads nulls and zero values in a schema as Go does', async () => {
  const cases: [JsonObject, JsonObject][] = [
    [
      { ...text, nullable: true, enum: ['a', null] },
      { ...text, nullable: true, enum: ['a', null] },
    ],
    [
      { ...text, nullable: false, pattern: '', anyOf: [], maxLength: 0 },
      { ...text, maxLength: 0 },
    ],
    [
      { ...text, 'x-kubernetes-validations': [{ rule: 'true', message: null, fieldPath: null }] },
      { ...text, 'x-kubernetes-validations': [{ rule: 'true' }] },
    ],
  ];
  for (const [schema, read] of cases) {
    const { status, body } = await create(schema);
    assert.equal(status, 201, JSON.stringify(schema));
    assert.deepEqual(at(body, place), read);
  }
  const rules = await create({ ...text, 'x-kubernetes-validations': [null] });
  assert.equal(rules.status, 422);
  const items = await create({ type: 'array', items: 1 });
  assert.match(String(at(items.body, 'message')), /\.items: Required value: must be specified$/);
});

test('reads the schema of a patch and of an apply', async () => {
  const { send } = testServer();
  await send('POST', definitions, definition(text));
  const own = `${definitions}/gears.t.example.com`;
  const { spec = null } = definition({ ...text, foo: 1 });
  const merged = await send('PATCH', own, { spec }, mergePatch);
  assert.equal(merged.status, 200);
  assert.match(merged.headers['warning'] ?? '', /unknown field .*\.spec\.foo/);
  assert.deepEqual(at(merged.body, place), text);
  const apply = (schema: JsonValue): Promise<TestAnswer> =>
    send('PATCH', `${own}?fieldManager=m&force=true`, definition(schema), applyPatch);
  const refused = await apply({ ...text, foo: 1 });
  assert.equal(refused.status, 500);
  assert.match(String(at(refused.body, 'message')), /\.spec\.foo: field not declared in schema$/);
  const values = { default: 'x', example: [1], enum: ['x', null], nullable: true };
  assert.equal((await apply({ ...text, ...values })).status, 200);
  assert.equal((await apply({ type: 'object', additionalProperties: true })).status, 200);
});

test('reads a type without fields', async () => {
  const withStatus = (status: JsonValue): JsonObject =>
    crdOf({ group: 't.example.com', kind: 'Gear' }, [
      versionWith('v1', { spec: text }, { subresources: { status } }),
    ]);
  const { send } = testServer();
  assert.equal((await send('POST', definitions, withStatus(''))).status, 400);
  const created = await send('POST', definitions, withStatus({ foo: 1 }));
  assert.match(created.headers['warning'] ?? '', /unknown field .*subresources\.status\.foo/);
  assert.deepEqual(at(created.body, 'spec.versions.0.subresources'), { status: {} });
});
