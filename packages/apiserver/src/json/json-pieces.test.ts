import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonObject, stringifyJson } from '@vmgen/base/json';
import { jsonPieces } from './json-pieces.js';

const item: JsonObject = { a: 'ä"\n', n: 2n ** 60n, none: null, deep: [{}, [1, 'x']] };
const objects: readonly JsonObject[] = [
  {},
  { items: [] },
  { kind: 'L', metadata: { continue: '' }, items: [item, item, 1, 'x', null, []], rows: [item] },
  { 2: 'b', 1: 'a', '"': [true] },
  { kind: 'L', items: Array.from({ length: 5000 }, (_, i) => ({ ...item, i })), more: 'x' },
];

test('yields the text of the whole object', () => {
  for (const object of objects) {
    assert.equal([...jsonPieces(object)].join(''), stringifyJson(object));
  }
});

test('omits undefined fields', () => {
  const object = JSON.parse('{"a":1,"b":2,"c":3}') as Record<string, undefined>;
  object['a'] = undefined;
  object['c'] = undefined;
  assert.equal([...jsonPieces(object as never)].join(''), '{"b":2}');
});

test('splits a long list into pieces of similar length', () => {
  const pieces = [...jsonPieces({ items: Array.from({ length: 20_000 }, () => item) })];
  assert.ok(pieces.length > 10);
  for (const piece of pieces) assert.ok(piece.length < 70_000);
});
