import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correct, sitesExplored } from './explored-sites.test.helper.js';
import { explore } from './explore.js';
import { planText } from './plan.js';
import { plansOf } from './plans-of.js';

const steps = [
  { step: 'create', effects: [{ name: 'create pods default/a', occurrence: 1 }] },
  { step: 'delete', effects: [{ name: 'dns.remove a', occurrence: 1 }] },
];

test('the same fault comes at all effects first, and late by a step only before the last one', () => {
  const plans = [...plansOf(steps, { faults: ['crash after', 'server error', 'a step late'] })];
  assert.deepEqual(plans.map(planText), [
    'step "create", crash after: create pods default/a',
    'step "delete", crash after: dns.remove a',
    'step "create", server error: create pods default/a',
    'step "create", a step late: create pods default/a',
  ]);
});

test('the shards of an exploration have each plan once', () => {
  const shards = [1, 2, 3].map((index) => [...plansOf(steps, { shard: { index, count: 3 } })]);
  const all = [...plansOf(steps, {})];
  assert.deepEqual(
    shards.map(({ length }) => length),
    [5, 4, 4],
  );
  const sorted = (plans: typeof all): string[] => plans.map(planText).sort();
  assert.deepEqual(sorted(shards.flat()), sorted(all));
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
