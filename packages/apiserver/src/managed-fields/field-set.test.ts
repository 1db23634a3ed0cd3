import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  emptySet,
  fieldSetOf,
  intersectSets,
  subtractRecursively,
  subtractSet,
  unionSets,
} from './field-set.js';
import { decodeFieldsV1, encodeFieldsV1 } from './managers.js';

const child = fieldSetOf([['f:a', 'f:b']]);
const parent = fieldSetOf([['f:a']]);
const both = fieldSetOf([['f:a'], ['f:a', 'f:b']]);

describe('field sets', () => {
  test('retain paths below a path that is subtracted', () => {
    assert.deepEqual(subtractSet(both, parent), child);
  });

  test('remove paths below a path that is subtracted recursively', () => {
    assert.deepEqual(encodeFieldsV1(subtractRecursively(both, parent)), {});
  });

  test('can be united and intersected, and share unchanged parts', () => {
    assert.deepEqual(unionSets(parent, child), both);
    assert.deepEqual(intersectSets(both, child), child);
    assert.equal(unionSets(both, child), both);
    assert.equal(subtractSet(both, fieldSetOf([['f:x']])), both);
    assert.equal(subtractSet(both, emptySet), both);
  });

  test('can be encoded as FieldsV1, with sorted keys and canonical elements', () => {
    const set = decodeFieldsV1({
      'f:l': { 'k:{"b": 1,"a":"x"}': { '.': {}, 'f:a': {} }, 'v:10': {} },
    });
    assert.equal(
      JSON.stringify(encodeFieldsV1(set)),
      '{"f:l":{"k:{\\"a\\":\\"x\\",\\"b\\":1}":{".":{},"f:a":{}},"v:10":{}}}',
    );
  });

  test('ignore unknown kinds of elements and reject invalid ones', () => {
    assert.deepEqual(encodeFieldsV1(decodeFieldsV1({ 'f:a': {}, 'z:b': {} })), { 'f:a': {} });
    const invalid: JsonObject[] = [
      { a: {} },
      { 'k:[]': {} },
      { 'v:{': {} },
      { 'i:x': {} },
      { 'f:a': 1 },
    ];
    for (const fields of invalid) {
      assert.throws(() => decodeFieldsV1(fields));
    }
  });
});
