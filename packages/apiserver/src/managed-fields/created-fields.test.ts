import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { runSynchronously } from '../request/steps.js';
import { createFieldManager, type FieldManager } from './field-manager.js';
import { managedFieldsOf } from './object-managers.js';

const options = {
  schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          text: { type: 'string' },
          time: { type: 'string' },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          atomic: { type: 'array', items: { type: 'string' } },
          set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
          ports: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['port'],
            items: {
              type: 'object',
              properties: { port: { type: 'integer' }, name: { type: 'string' } },
            },
          },
        },
      },
    },
  },
  zero: (): JsonObject => ({ spec: { size: 0, time: null } }),
};

function create(fieldManager: FieldManager, object: JsonObject): JsonObject {
  const [apiVersion, kind] = ['rec.dev/v1', 'Thing'];
  const recording = fieldManager.recordUpdate({
    live: undefined,
    next: { apiVersion, kind, ...object },
    manager: 'tester',
    subresource: '',
    apiVersion,
    time: '2024-01-01T00:00:00Z',
  });
  return runSynchronously(recording);
}

const specs: readonly JsonObject[] = [
  {},
  { size: 0 },
  { size: 1 },
  { size: null },
  { size: 'not a number' },
  { text: 'a' },
  { time: null },
  { time: 'a' },
  { text: 1 },
  { text: { a: 'b' } },
  { labels: {} },
  { labels: { a: 'b' } },
  { labels: { a: 'b', c: 'd' } },
  { labels: { '1:a': 'b' } },
  { labels: { constructor: 'b' } },
  { atomic: [] },
  { atomic: ['a'] },
  { set: [] },
  { set: ['a'] },
  { set: ['b'] },
  { set: ['a', 'b'] },
  { set: ['a","b'] },
  { set: ['a', 'a'] },
  { set: [null] },
  { ports: [{ port: 1 }] },
  { ports: [{ port: 2 }] },
  { ports: [{ port: 1, name: 'a' }] },
  { ports: [{ port: 1 }, { port: 1 }] },
  { unknown: true },
];

test('returns the same owners as a field manager without cached sets', () => {
  const cached = createFieldManager(options);
  for (const spec of [...specs, ...specs]) {
    const expected = create(createFieldManager(options), { spec });
    assert.deepEqual(create(cached, { spec }), expected, JSON.stringify(spec));
  }
});

test('returns the same owners if the number of shapes exceeds the limit of the cache', () => {
  const cached = createFieldManager(options);
  for (let i = 0; i < 1000; i++) {
    const spec = { labels: { [`name-${i % 700}`]: 'x', ['y'.repeat(i * 10)]: 'z' } };
    assert.deepEqual(
      create(cached, { spec }),
      create(createFieldManager(options), { spec }),
      `object ${i}`,
    );
  }
});

test('shares the FieldsV1 object of objects with the same fields', () => {
  const fieldManager = createFieldManager(options);
  const fieldsOf = (text: string): JsonValue | undefined => {
    const [entry] = managedFieldsOf(create(fieldManager, { spec: { text } })) ?? [];
    return isJsonObject(entry) ? entry.fieldsV1 : undefined;
  };
  assert.ok(isJsonObject(fieldsOf('a')));
  assert.equal(fieldsOf('a'), fieldsOf('b'));
});
