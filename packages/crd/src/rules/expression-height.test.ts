import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileCel } from './compile-cel.js';

const tooHigh = 'ERROR: <input>:-1:0: max recursion depth exceeded';
const tooDeep = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250';

/** Parses, checks and evaluates a rule. Returns the error message. */
function problemOf(rule: string): string {
  const { errors } = compileCel({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'boolean' }, i: { type: 'integer' } },
    'x-kubernetes-validations': [{ rule }],
  }).validate({ object: { apiVersion: 'g/v1', kind: 'K', metadata: {}, a: '', b: true, i: 1 } });
  const [error] = errors;
  return error?.message.replace(/^.*compilation failed: /s, '') ?? '';
}

/**
 * Chains and nested expressions, each with the maximum number of links that kube-apiserver 1.36.3
 * accepts.
 */
const chains: readonly {
  readonly what: string;
  readonly most: number;
  readonly problem: string;
  readonly make: (count: number) => string;
}[] = [
  {
    what: 'calls',
    most: 248,
    problem: tooHigh,
    make: (n) => `self.a${'.trim()'.repeat(n)} == ""`,
  },
  {
    what: 'selects',
    most: 249,
    problem: tooHigh,
    make: (n) => `dyn(self)${'.b'.repeat(n)} == 1 || true`,
  },
  {
    what: 'indexes',
    most: 249,
    problem: tooHigh,
    make: (n) => `dyn([])${'[0]'.repeat(n)} == 1 || true`,
  },
  { what: 'sums', most: 248, problem: tooHigh, make: (n) => `self.i${' + 1'.repeat(n)} > 1` },
  {
    what: 'comparisons',
    most: 249,
    problem: tooHigh,
    make: (n) => `self.b${' == true'.repeat(n)}`,
  },
  {
    what: 'chained macros',
    most: 249,
    problem: tooHigh,
    make: (n) => `[1]${'.map(x, x)'.repeat(n)} == [1]`,
  },
  {
    what: 'chained conditionals',
    most: 249,
    problem: tooDeep,
    make: (n) => `${'self.b ? true : '.repeat(n)}true`,
  },
  {
    what: 'conditionals in parentheses',
    most: 248,
    problem: tooDeep,
    make: (n) => `${'(self.b ? '.repeat(n)}true${' : true)'.repeat(n)}`,
  },
  {
    what: 'lists',
    most: 249,
    problem: tooDeep,
    make: (n) => `${'['.repeat(n)}1${']'.repeat(n)} != []`,
  },
  {
    what: 'maps',
    most: 249,
    problem: tooDeep,
    make: (n) => `${'{1:'.repeat(n)}1${'}'.repeat(n)} != {}`,
  },
  {
    what: 'nested macros',
    most: 249,
    problem: tooDeep,
    make: (n) => `${'[1].all(x, '.repeat(n)}true${')'.repeat(n)}`,
  },
];

describe('limits the height of expressions', () => {
  for (const { what, most, problem, make } of chains) {
    test(`accepts ${most} ${what}, and rejects one more`, () => {
      assert.equal(problemOf(make(most)), '');
      for (const count of [most + 1, 5000]) assert.equal(problemOf(make(count)), problem);
    });
  }

  test('does not count thousands of terms of one chain as height', () => {
    assert.equal(problemOf(`true${' && self.b'.repeat(5000)}`), '');
    assert.equal(problemOf(`${'!'.repeat(5000)}true`), '');
    assert.equal(problemOf(`[${'1,'.repeat(5000)}1] != []`), '');
  });

  test('rejects chains of macros whose size doubles with each link', () => {
    const rule = `optional.of(1)${'.optMap(x, x)'.repeat(40)} == optional.of(1)`;
    assert.match(problemOf(rule), /^ERROR: <input>:-1:0: expression size exceeds limit/);
  });
});
