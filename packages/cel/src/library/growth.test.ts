import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CelError, compile } from '../index.js';

const LIMIT = 'operation cancelled: actual cost limit exceeded';
const TEXT = { type: 'string' } as const;
const SCHEMA = {
  type: 'object',
  properties: {
    a: TEXT,
    b: TEXT,
    l: { type: 'array', items: TEXT },
  },
} as const;
const LONG = 'a'.repeat(200_000);
const PART = `b${'a'.repeat(100_000)}`;
const LIST = Array.from({ length: 2000 }, () => LONG);

/** The cost limit of one expression in Kubernetes. */
const COST_LIMIT = 1_000_000;

function evaluate(text: string, b = PART): unknown {
  const self = { a: LONG, b, l: LIST };
  const { value } = compile(text, { self: SCHEMA }).evaluate({ self }, COST_LIMIT);
  return value instanceof CelError ? value.message : value;
}

const doubled = (count: number, doubling: string): string => `[[[1]]${doubling.repeat(count)}][0]`;

describe('results that grow faster than their cost', () => {
  for (const text of [
    `self.a${".replace('a', self.a)".repeat(20)} == ''`,
    `self.a.replace('', self.a) == ''`,
    `self.a.split('').join(self.a) == ''`,
    `self.l.join(self.a) == ''`,
    `'${'%s'.repeat(100)}'.format([${Array(100).fill('self.a').join()}]) == ''`,
    `'%s'.format([[self.l,self.l]${'.map(y, [y, y])'.repeat(20)}]) == ''`,
    `'%.9999999999e'.format([1.5]) == ''`,
    `${doubled(40, '.map(y, y + y)')}.size() > 0`,
    `${doubled(40, '.map(y, [y, y])')}.flatten(100).size() > 0`,
    `google.protobuf.ListValue{values: ${doubled(40, '.map(y, [y, y])')}}.size() > 0`,
    `lists.range(100000).map(i, google.protobuf.ListValue{values: self.l}).size() > 0`,
    `${doubled(40, '.map(y, [y, y])')} == ${doubled(40, '.map(y, [y, y])')}`,
  ]) {
    void test(`exceeds the cost limit: ${text.slice(0, 70)}`, () => {
      assert.equal(evaluate(text), LIMIT);
    });
  }
});

describe('searches with short patterns of many steps', () => {
  for (const text of [
    "self.a.matches('(.*a){500}')",
    "self.a.find('(.*a){500}') == ''",
    "self.a.findAll('(.*a){500}').size() > 0",
    "self.a.matches(self.b + '{500}')",
  ]) {
    void test(`counts the cost before the call: ${text}`, () => {
      assert.equal(evaluate(text, '(.*a)'), LIMIT);
    });
  }
});

describe('searches that need far fewer steps than in the worst case', () => {
  for (const [text, length] of [
    ["self.b.findAll('[a-z]{1,5}').size() == 10000", 50_000],
    ["lists.range(1500).all(i, self.b.matches('^[a-z]{1,253}$'))", 253],
  ] as const) {
    void test(`are within the limit: ${text}`, () => {
      assert.equal(evaluate(text, 'b'.repeat(length)), true);
    });
  }
});

describe('functions that take quadratic time', () => {
  for (const text of [
    'lists.range(1000000).distinct().size() > 0',
    'sets.contains(lists.range(1000000), lists.range(1000000))',
    'sets.intersects(lists.range(1000000), lists.range(1000000))',
    'self.a.contains(self.b)',
  ]) {
    void test(`counts the cost before the call: ${text}`, () => {
      assert.equal(evaluate(text), LIMIT);
    });
  }
  for (const [text, expected] of [
    ['self.a.indexOf(self.b) == -1', true],
    ['self.a.lastIndexOf(self.b) == -1', true],
    ["self.a.replace(self.b, '').size()", 200_000n],
    ['self.a.split(self.b).size()', 1n],
  ] as const) {
    void test(`searches in linear time: ${text}`, () => {
      assert.equal(evaluate(text), expected);
    });
  }
});

describe('searches for long parts', () => {
  const part = 'ab'.repeat(20);
  for (const [text, expected] of [
    [`(self.b + self.b + 'x' + self.b).split(self.b).size()`, 4n],
    [`('x' + self.b + 'aba' + self.b).indexOf(self.b)`, 1n],
    [`('x' + self.b + 'aba' + self.b).lastIndexOf(self.b)`, 44n],
    [`('x' + self.b + 'aba' + self.b).lastIndexOf(self.b, 43)`, 3n],
    [`('x' + self.b + 'aba' + self.b).lastIndexOf('x')`, 0n],
    [`('x' + self.b + 'aba' + self.b).indexOf(self.b, 2)`, 3n],
    [`('x' + self.b + 'aba' + self.b).replace(self.b, '', 1).size()`, 44n],
    [`'ab'.lastIndexOf(self.b)`, -1n],
  ] as const) {
    void test(text, () => {
      assert.equal(evaluate(text, part), expected);
    });
  }
});
