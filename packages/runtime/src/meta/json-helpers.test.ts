import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepCopyJson } from './deep-copy-json.js';
import { objectKey, parseObjectKey } from './object-key.js';
import { formatMicroTime, formatTime } from './time.js';

test('a deep copy shares nothing with its source', () => {
  const source = { a: [{ b: null }, 1, 'x'], c: { d: undefined } };
  const copy = deepCopyJson<typeof source>(source);
  assert.deepEqual(copy, source);
  assert.notEqual(copy.a, source.a);
  assert.notEqual(copy.a[0], source.a[0]);
  assert.notEqual(copy.c, source.c);
});

test('a key named __proto__ is copied as a key', () => {
  const source: object = JSON.parse('{"__proto__":{"polluted":true},"a":1}');
  const copy = deepCopyJson<object>(source);
  assert.equal(JSON.stringify(copy), JSON.stringify(source));
  assert.equal(Object.getPrototypeOf(copy), Object.prototype);
  assert.equal('polluted' in copy, false);
});

test('parseObjectKey reverses objectKey', () => {
  assert.equal(objectKey({ metadata: { namespace: 'ns', name: 'a' } }), 'ns/a');
  assert.equal(objectKey({ metadata: { name: 'a' } }), 'a');
  for (const key of ['ns/a', 'a']) assert.equal(objectKey(parseObjectKey(key)), key);
  assert.deepEqual(parseObjectKey('ns/a'), { namespace: 'ns', name: 'a' });
  assert.deepEqual(parseObjectKey('a'), { namespace: '', name: 'a' });
  assert.throws(() => parseObjectKey('a/b/c'), /unexpected key format "a\/b\/c"/);
});

test('times are formatted as in the API', () => {
  const date = new Date('2026-01-02T15:04:05.678Z');
  assert.equal(formatTime(date), '2026-01-02T15:04:05Z');
  assert.equal(formatMicroTime(date), '2026-01-02T15:04:05.678000Z');
});
