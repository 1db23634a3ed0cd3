import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CelError, compile } from '../index.js';

const STRINGS = { a: { type: 'string' }, b: { type: 'string' } } as const;
const SELF = { a: 'a'.repeat(200_000), b: '(.*a)' };

describe('searches that take longer than their cost says end after seconds', () => {
  for (const text of [
    "self.a.findAll('.*b|a').size() > 0",
    "lists.range(100000).exists(i, 'a'.matches(self.b + '{500}'))",
  ]) {
    void test(text, () => {
      const rule = compile(text, { self: { type: 'object', properties: STRINGS } });
      const { value } = rule.evaluate({ self: SELF }, 1_000_000);
      assert.ok(value instanceof CelError);
      assert.equal(value.message, 'operation cancelled: actual cost limit exceeded');
    });
  }
});

void test('many searches that compile a short pattern are within the limit', () => {
  const text = "lists.range(1500).all(i, self.b.matches('^[a-z]{1,' + '253}$'))";
  const rule = compile(text, { self: { type: 'object', properties: STRINGS } });
  const self = { a: '', b: 'b'.repeat(253) };
  assert.equal(rule.evaluate({ self }, 1_000_000).value, true);
});
