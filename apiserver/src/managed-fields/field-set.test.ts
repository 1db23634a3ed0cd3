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
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.js';

const child = fieldSetOf([['f:a', 'f:b']]);
const parent = fieldSetOf([['f:a']]);
const both = fieldSetOf([['f:a'], ['f:a', 'f:b']]);

describe('field sets', () => {
  test('keep what lies below a path that is taken away', () => {
    assert.deepEqual(subtractSet(both, parent), child);
  });

  test('lose it when taken away recursively', () => {
    assert.deepEqual(encodeFieldsV1(subtractRecursively(both, parent)), {});
  });

  test('unite, intersect and share what stays the same', () => {
    assert.deepEqual(unionSets(parent, child), both);
    assert.deepEqual(intersectSets(both, child), child);
    assert.equal(unionSets(both, child), both);
    assert.equal(subtractSet(both, fieldSetOf([['f:x']])), both);
    assert.equal(subtractSet(both, emptySet), both);
  });

  test('survive FieldsV1, with sorted keys and canonical elements', () => {
    const set = decodeFieldsV1({
      'f:l': { 'k:{"b": 1,"a":"x"}': { '.': {}, 'f:a': {} }, 'v:10': {} },
    });
    assert.equal(
      JSON.stringify(encodeFieldsV1(set)),
      '{"f:l":{"k:{\\"a\\":\\"x\\",\\"b\\":1}":{".":{},"f:a":{}},"v:10":{}}}',
    );
  });

  test('ignore elements of a later version and refuse what no version writes', () => {
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
