import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correct, sitesExplored } from './explored-sites.test.helper.js';
import { explore } from './explore.js';
import { planText } from './plan.js';
import { plansOf } from './plans-of.js';

const created = { name: 'create pods default/a', occurrence: 1 };
const removed = { name: 'dns.remove a', occurrence: 1 };
const steps = [
  {
    step: 'create',
    effects: [created],
    arrived: new Map([[created, new Set(['pods', 'services'])]]),
  },
  { step: 'delete', effects: [removed], arrived: new Map([[removed, new Set(['pods'])]]) },
];

test('the same fault comes at all effects first, and late by a step only before the last one', () => {
  const plans = [...plansOf(steps, { faults: ['crash after', 'server error', 'a step late'] })];
  assert.deepEqual(plans.map(planText), [
    'step "create" and all later ones, crash after: create pods default/a',
    'step "delete", crash after: dns.remove a',
    'step "create", server error: create pods default/a',
    'step "create", a step late: create pods default/a',
  ]);
});

test('watches are held from the last effect before each event, of whatever kind', () => {
  assert.deepEqual([...plansOf(steps, { faults: ['held watch'] })].map(planText), [
    'step "create" and all later ones, held watch of pods: create pods default/a',
    'step "create", held watch of services: create pods default/a',
    'step "delete", held watch of pods: dns.remove a',
  ]);
});

test('the shards of an exploration have each plan once', () => {
  const shards = [1, 2, 3].map((index) => [...plansOf(steps, { shard: { index, count: 3 } })]);
  const all = [...plansOf(steps, {})];
  assert.deepEqual(
    shards.map(({ length }) => length),
    [5, 5, 5],
  );
  const sorted = (plans: typeof all): string[] => plans.map(planText).sort();
  assert.deepEqual(sorted(shards.flat()), sorted(all));
});

test('one plan of ten before the last step runs to the end, the same in each shard', () => {
  const effects = Array.from({ length: 100 }, (_, index) => ({
    name: `dns.set ${index}`,
    occurrence: 1,
  }));
  const many = [{ step: 'create', effects, arrived: new Map() }, ...steps];
  const toEnd = (shards: number): string[] =>
    Array.from({ length: shards }, (_, index) => [
      ...plansOf(many, { faults: ['crash after'], shard: { index: index + 1, count: shards } }),
    ])
      .flat()
      .filter((plan) => plan.toEnd === true)
      .map(planText)
      .sort();
  assert.equal(toEnd(1).length, 11);
  assert.deepEqual(toEnd(2), toEnd(1));
  const half = plansOf(many, { faults: ['crash after'], shard: { index: 1, count: 2 } });
  assert.equal([...half].filter((plan) => plan.toEnd === true).length, 6);
});

test('refuses shards that do not exist', async () => {
  for (const [index, count] of [
    [0, 2],
    [3, 2],
    [1.5, 2],
    [1, NaN],
  ] as const) {
    await assert.rejects(
      explore({ ...sitesExplored(correct), shard: { index, count } }),
      /^VmgenError: the shard .* does not exist; use whole numbers from 1 to count$/,
    );
  }
});
