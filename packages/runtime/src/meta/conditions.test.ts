import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCondition, isConditionTrue, removeCondition, setCondition } from './conditions.js';
import { hasFinalizer } from './finalizers.js';
import type { Condition } from './types.js';

const OLD = '2026-01-01T00:00:00Z';
const now = new Date('2026-02-02T02:02:02.999Z');

const ready: Condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Runs',
  message: 'it runs',
  observedGeneration: 1,
  lastTransitionTime: OLD,
};
const { lastTransitionTime: _, ...input } = ready;
const other: Condition = { ...ready, type: 'Other' };

describe('setCondition', () => {
  test('appends a condition with the current time', () => {
    const conditions = [other];
    assert.equal(setCondition(conditions, input, { now }), true);
    assert.deepEqual(conditions, [other, { ...ready, lastTransitionTime: '2026-02-02T02:02:02Z' }]);
  });

  test('changes nothing if only the time differs', () => {
    const conditions = [{ ...ready }, other];
    assert.equal(setCondition(conditions, input, { now }), false);
    assert.equal(setCondition(conditions, { ...input, lastTransitionTime: 'x' }, { now }), false);
    assert.deepEqual(conditions, [ready, other]);
  });

  test('keeps the time and the position while the status is unchanged', () => {
    const conditions = [{ ...ready }, other];
    const news = { ...input, reason: 'Runs2', message: 'still', observedGeneration: 2 };
    assert.equal(setCondition(conditions, news, { now }), true);
    assert.deepEqual(conditions, [{ ...ready, ...news }, other]);
  });

  test('updates the time when the status changes, to the passed time if there is one', () => {
    const conditions = [{ ...ready }];
    assert.equal(setCondition(conditions, { ...input, status: 'Unknown' }, { now }), true);
    assert.equal(conditions[0]?.lastTransitionTime, '2026-02-02T02:02:02Z');
    const since = '2026-01-31T00:00:00Z';
    setCondition(conditions, { ...input, status: 'False', lastTransitionTime: since }, { now });
    assert.equal(conditions[0]?.lastTransitionTime, since);
  });

  test('removes observedGeneration if omitted, and keeps additional fields', () => {
    const conditions = [{ ...ready, lastProbeTime: OLD }];
    const { observedGeneration: _generation, ...bare } = input;
    assert.equal(setCondition(conditions, bare, { now }), true);
    assert.equal(conditions[0]?.observedGeneration, undefined);
    assert.equal(conditions[0]?.lastProbeTime, OLD);
  });
});

test('conditions are found, evaluated and removed by their type', () => {
  const conditions = [{ ...ready }, { ...other, status: 'False' as const }];
  assert.equal(findCondition(conditions, 'Other'), conditions[1]);
  assert.equal(findCondition(undefined, 'Other'), undefined);
  assert.equal(isConditionTrue(conditions, 'Ready'), true);
  assert.equal(isConditionTrue(conditions, 'Other'), false);
  assert.equal(isConditionTrue(undefined, 'Ready'), false);
  assert.equal(removeCondition(conditions, 'Ready'), true);
  assert.equal(removeCondition(conditions, 'Ready'), false);
  assert.deepEqual(
    conditions.map(({ type }) => type),
    ['Other'],
  );
});

test('finds a finalizer of an object', () => {
  assert.equal(hasFinalizer({ metadata: {} }, 'a'), false);
  assert.equal(hasFinalizer({ metadata: { finalizers: ['b'] } }, 'a'), false);
  assert.equal(hasFinalizer({ metadata: { finalizers: ['b', 'a'] } }, 'a'), true);
});
