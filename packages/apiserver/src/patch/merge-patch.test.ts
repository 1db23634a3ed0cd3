import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonValue, parseJson } from '@vmgen/base/json';
import { applyMergePatch } from './merge-patch.js';

describe('applyMergePatch', () => {
  const cases: [title: string, target: JsonValue, patch: JsonValue, result: JsonValue][] = [
    ['sets and removes fields', { a: 1, b: 2 }, { a: null, c: 3 }, { b: 2, c: 3 }],
    ['merges objects', { a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { c: 2 } }],
    ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    [
      'replaces a scalar with an object, without its null fields',
      { a: 1 },
      { a: { b: null } },
      { a: {} },
    ],
    [
      'removes null fields of objects in a new list',
      {},
      { a: [{ b: null }, null] },
      { a: [{}, null] },
    ],
    ['ignores null for an absent field', {}, { a: null }, {}],
  ];
  for (const [title, target, patch, result] of cases) {
    test(title, () => {
      const before = structuredClone(target);
      assert.deepEqual(applyMergePatch(target, patch), result);
      assert.deepEqual(target, before);
    });
  }

  test('shares unchanged parts', () => {
    const target = { a: { x: 1 }, b: 1 };
    const result = applyMergePatch(target, { b: 2 });
    assert.ok(isJsonObject(result));
    assert.equal(result.a, target.a);
  });

  test('treats __proto__ as an ordinary field', () => {
    const result = applyMergePatch({}, parseJson('{"__proto__":{"x":1},"constructor":{"y":1}}'));
    assert.equal(JSON.stringify(result), '{"__proto__":{"x":1},"constructor":{"y":1}}');
    assert.equal(Reflect.get({}, 'x'), undefined);
  });

  test('rejects values other than objects', () => {
    assert.throws(() => applyMergePatch({}, null), { code: 400, message: 'Invalid JSON Patch' });
    assert.throws(() => applyMergePatch({}, []), {
      code: 400,
      message:
        'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    });
  });
});
