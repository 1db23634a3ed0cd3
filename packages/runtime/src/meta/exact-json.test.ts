import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson, stringifyExactJson } from './exact-json.js';

test('parses and prints integers of 64 bits exactly', () => {
  for (const text of [
    '{"a":9007199254740993,"b":[-9223372036854775808,9007199254740991],"c":"9007199254740993"}',
    '[9223372036854775807,"x\\"9007199254740993",{"9007199254740993":1}]',
    '-9007199254740993',
    '{"a":1,"b":null}',
  ]) {
    assert.equal(stringifyExactJson(parseExactJson(text)), text);
  }
  assert.deepEqual(parseExactJson('[9007199254740993]'), [9007199254740993n]);
});

test('parses other numbers as JSON.parse does', () => {
  const numbers =
    '[0.12345678901234567890,1.5e1234567890123456,12345678901234567890123,1234567890123456.5,1e-1234567890123456]';
  assert.deepEqual(parseExactJson(numbers), JSON.parse(numbers));
  for (const text of ['[01234567890123456789]', '{"a":9007199254740993', '--9007199254740993']) {
    assert.throws(() => parseExactJson(text), SyntaxError);
  }
});
