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

test('canonicalJson contains what JSON.stringify contains', () => {
  const value: unknown = JSON.parse('{"b":null,"__proto__":{"d":[true,1.5],"c":"x"},"10":0,"9":0}');
  assert.equal(
    canonicalJson(value),
    '{"10":0,"9":0,"__proto__":{"c":"x","d":[true,1.5]},"b":null}',
  );
  assert.equal(
    canonicalJson({ b: new Date(0), a: undefined, c: [undefined], d: [], e: {} }),
    '{"b":"1970-01-01T00:00:00.000Z","c":[null],"d":[],"e":{}}',
  );
  assert.equal(
    canonicalJson({ b: { toJSON: () => undefined }, a: { toJSON: () => ({ d: 5n, c: 1 }) } }),
    '{"a":{"c":1,"d":"5n"}}',
  );
});
