import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDifference, FuzzTotals, TypeFuzz } from './testing/type-fuzz/type-fuzz.js';

/** The same expressions in each run; `npm run fuzz:types` shows others, and more. */
const SEED = 1;
const BATCHES = 4;
const BATCH = 1450;
const DEPTHS = [1, 1, 1, 1, 2];

test('interprets random types as the TypeScript checker does, or rejects them', () => {
  const fuzz = new TypeFuzz();
  const totals = new FuzzTotals();
  for (let index = 0; index < BATCHES; index++) fuzz.batch(SEED + index, BATCH, totals, DEPTHS);
  console.log(totals.summary);
  console.log(`refused for ${totals.refusals}`);
  assert.deepEqual(totals.differences.map(describeDifference), []);
  assert.ok(totals.compared >= 5000, totals.summary);
  assert.ok(totals.refused < totals.compared / 5, totals.summary);
});
