import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploreSite } from '../bench/explore/explored-site.js';
import { TEN_PLANS } from '../bench/explore/ten-plans.js';

test('the plans of the comparison with Go name effects that the explored operator has', async () => {
  const { effects } = await exploreSite(1);
  const names = Object.entries(effects).flatMap(([step, each]) =>
    each.map(({ name }) => `${step}: ${name}`),
  );
  for (const { step, faults } of TEN_PLANS) {
    for (const { name } of faults) assert.ok(names.includes(`${step}: ${name}`), name);
  }
});
