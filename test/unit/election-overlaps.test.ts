import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Effect } from '../election/effects.js';
import { findOverlaps } from '../election/find-overlaps.js';
import { planOf } from '../election/plan.js';

function effect(identity: string, startMs: number, more: Partial<Effect> = {}): Effect {
  return { identity, transitions: 0, checkedMs: startMs - 1, startMs, endMs: startMs + 5, ...more };
}

const overlapsOf = (...effects: Effect[]) => findOverlaps(effects, () => 100).overlaps;

describe('findOverlaps', () => {
  test('accepts terms that follow each other', () => {
    const verdict = findOverlaps([effect('a', 0), effect('a', 3), effect('b', 10)], () => 100);
    assert.deepEqual(verdict, { overlaps: [], counted: 3, late: 0 });
  });

  test('finds overlapping effects of two terms, in any order', () => {
    const [met = '', ...others] = overlapsOf(effect('b', 4), effect('a', 0));
    assert.match(met, /^a#0 .* overlaps b#0/);
    assert.deepEqual(others, []);
  });

  test('finds an effect after the next term began', () => {
    const [stale = ''] = overlapsOf(effect('a', 0), effect('b', 10), effect('a', 20));
    assert.match(stale, /^a#0 .* is after its term/);
  });

  test('counts effects that ended too late for the guarantee, and ignores them', () => {
    const late = effect('a', 120, { checkedMs: 20 });
    const verdict = findOverlaps([effect('a', 0), effect('b', 118), late], () => 100);
    assert.deepEqual(verdict, { overlaps: [], counted: 2, late: 1 });
  });
});

test('fifty seeds contain every kind of fault, and a seed always yields the same faults', () => {
  const kinds = (seeds: number): Set<string> =>
    new Set(Array.from({ length: seeds }, (_, i) => planOf(i + 1, true).kind));
  assert.deepEqual(kinds(50), kinds(5000));
  assert.deepEqual(planOf(7, true), planOf(7, true));
});
