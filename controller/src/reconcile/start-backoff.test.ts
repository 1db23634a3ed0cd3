import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@vmgen/runtime/testing';
import { StartBackoff } from './start-backoff.js';

test('doubles the delay after the first start, up to five minutes', () => {
  const backoff = new StartBackoff(createFakeClock());
  const waits = [backoff.remainingMs('uid', 1)];
  for (let tries = 0; tries < 7; tries++) {
    backoff.record('uid', 1);
    waits.push(backoff.remainingMs('uid', 1));
  }
  const seconds = waits.map((waitMs) => waitMs / 1000);
  assert.deepEqual(seconds, [0, 10, 20, 40, 80, 160, 300, 300]);
});

test('measures the delay from the last attempt', async () => {
  const clock = createFakeClock();
  const backoff = new StartBackoff(clock);
  backoff.record('uid', 1);
  await clock.advance(4_000);
  assert.equal(backoff.remainingMs('uid', 1), 6_000);
});

test('resets the delay for another spec, another server and after ten minutes', async () => {
  const clock = createFakeClock();
  const backoff = new StartBackoff(clock);
  backoff.record('uid', 1);
  assert.equal(backoff.remainingMs('uid', 2), 0);
  assert.equal(backoff.remainingMs('other', 1), 0);
  await clock.advance(600_000);
  backoff.record('uid', 1);
  assert.equal(backoff.remainingMs('uid', 1), 10_000);
});
