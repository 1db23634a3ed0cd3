import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.js';

const DAY_MS = 86_400_000;
/** Node counts no further at once; a mocked clock advances by this much at most. */
const LEG_MS = 2 ** 31 - 1;

test('a timer beyond the limit of Node fires when it is due, not before', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let fired = 0;
  systemClock.setTimer(60 * DAY_MS, () => {
    fired++;
  });
  for (const ms of [LEG_MS, LEG_MS, 60 * DAY_MS - 2 * LEG_MS - 1]) t.mock.timers.tick(ms);
  assert.equal(fired, 0);
  t.mock.timers.tick(1);
  assert.equal(fired, 1);
  t.mock.timers.tick(60 * DAY_MS);
  assert.equal(fired, 1);
});

test('a long timer can be cancelled after its first part', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let fired = 0;
  const timer = systemClock.setTimer(60 * DAY_MS, () => {
    fired++;
  });
  t.mock.timers.tick(LEG_MS);
  timer.cancel();
  t.mock.timers.tick(LEG_MS);
  t.mock.timers.tick(LEG_MS);
  assert.equal(fired, 0);
});
