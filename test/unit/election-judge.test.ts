import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Effect } from '../election/effects.js';
import { judge } from '../election/judge.js';
import { planOf } from '../election/plan.js';

function effect(identity: string, startMs: number, more: Partial<Effect> = {}): Effect {
  return { identity, transitions: 0, checkedMs: startMs - 1, startMs, endMs: startMs + 5, ...more };
}

const overlapsOf = (...effects: Effect[]) => judge(effects, () => 100).overlaps;

describe('the judge of elections', () => {
  test('has nothing against terms that follow each other', () => {
    const verdict = judge([effect('a', 0), effect('a', 3), effect('b', 10)], () => 100);
    assert.deepEqual(verdict, { overlaps: [], counted: 3, late: 0 });
  });

  test('finds effects of two terms that meet, in whatever order they ended', () => {
    const [met = '', ...others] = overlapsOf(effect('b', 4), effect('a', 0));
    assert.match(met, /^a#0 .* met b#0/);
    assert.deepEqual(others, []);
  });

  test('finds an effect of a term that another has followed', () => {
    const [stale = ''] = overlapsOf(effect('a', 0), effect('b', 10), effect('a', 20));
    assert.match(stale, /^a#0 .* came after its term/);
  });

  test('leaves out, and counts, what came later after its check than an election can promise', () => {
    const late = effect('a', 120, { checkedMs: 20 });
    const verdict = judge([effect('a', 0), effect('b', 118), late], () => 100);
    assert.deepEqual(verdict, { overlaps: [], counted: 2, late: 1 });
  });
});

test('fifty seeds have every kind of fault in them, and a seed is the same each time', () => {
  const kinds = (seeds: number): Set<string> =>
    new Set(Array.from({ length: seeds }, (_, i) => planOf(i + 1, true).kind));
  assert.deepEqual(kinds(50), kinds(5000));
  assert.deepEqual(planOf(7, true), planOf(7, true));
});
