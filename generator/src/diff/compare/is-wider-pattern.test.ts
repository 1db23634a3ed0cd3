import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWiderPattern } from './is-wider-pattern.js';

const WIDER: readonly (readonly [before: string, after: string])[] = [
  ['^(a|b)$', '^(a|b|c)$'],
  ['^(a|b)$', '^(c|b|a)$'],
  ['^(?:http|https)://[^|]+$', '^(?:http|https|grpc)://[^|]+$'],
  ['^a$', '^a$|^b$'],
  ['^x(a(b|c))?$', '^x(a(b|c|d))?$'],
  ['^(\\||\\()$', '^(\\||\\(|\\))$'],
];
for (const [before, after] of WIDER) {
  test(`${after} matches all that ${before} does`, () => {
    assert.ok(isWiderPattern(before, after));
    assert.ok(!isWiderPattern(after, before));
  });
}

const OTHERS: readonly (readonly [before: string, after: string])[] = [
  ['^(a|b)$', '^(a|c)$'],
  ['^[(a|b)]$', '^[(a|b|c)]$'],
  ['^a|b$', '^a|c|d$'],
  ['(?i)(a)', '(a|b)'],
  ['^(a|b)$', '^(a|b|c)d$'],
  ['\\Q(a\\E', '\\Q(a|b\\E'],
  ['^(a', '^(a|b'],
];
for (const [before, after] of OTHERS) {
  test(`${after} is not known to match everything that ${before} matches`, () => {
    assert.ok(!isWiderPattern(before, after));
  });
}
