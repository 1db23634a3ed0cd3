import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { DelayedKeys } from './delayed-keys.js';

test('leftovers of repeatedly added keys are removed', async () => {
  const clock = createFakeClock();
  const due: string[] = [];
  const keys = new DelayedKeys(clock, (key) => due.push(key));
  keys.add('late', 60_000);
  for (let i = 0; i < 1000; i++) {
    keys.add('a', 3_600_000);
    keys.add('a', 10);
    await clock.advance(10);
  }
  assert.equal(due.length, 1000);
  assert.ok(keys.places <= 68, `${keys.places} entries for one delayed key`);
  keys.add('b', 1_000);
  await clock.advance(60_000);
  assert.deepEqual(due.slice(1000), ['b', 'late'], 'in order');
  await clock.advance(3_600_000);
  assert.equal(due.length, 1002, 'leftovers are skipped');
});
