import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringifyJson } from './index.js';

test('sorts keys as text if some of them are integers', () => {
  const data = { a: '1', 10: 'x', 9: 'y', Z: 'z', '-1': 'w' };
  assert.equal(stringifyJson({ data }), '{"data":{"-1":"w","10":"x","9":"y","Z":"z","a":"1"}}');
  assert.equal(stringifyJson([{ 2: 1n, 1: { 0: 1 } }]), '[{"1":{"0":1},"2":1}]');
});

test('keeps the order of keys if none of them is an integer', () => {
  assert.equal(stringifyJson({ b: 1, a: { '01': 1, '00': 2n } }), '{"b":1,"a":{"01":1,"00":2}}');
});
