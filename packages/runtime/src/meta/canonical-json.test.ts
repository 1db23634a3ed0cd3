import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.js';

test('canonicalJson does not depend on the order of keys', () => {
  assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: 1 }), '{"a":1,"b":[{"c":2,"d":1}]}');
});

test('canonicalJson distinguishes integers beyond 2^53', () => {
  const [a, b] = [2n ** 63n - 1n, 2n ** 63n - 2n].map((value) => canonicalJson({ value }));
  assert.notEqual(a, b);
});
