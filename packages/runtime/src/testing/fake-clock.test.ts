import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep } from '../async/clock.js';
import { createFakeClock } from './fake-clock.js';

test('fires timers in order, each at its own time, including timers that they start', async () => {
  const clock = createFakeClock({ start: '2026-01-01T00:00:00Z' });
  const fired: [string, number][] = [];
  const note = (name: string): void => void fired.push([name, clock.nowMs()]);
  clock.setTimer(20, () => note('late'));
  clock.setTimer(10, () => {
    note('early');
    clock.setTimer(5, () => note('nested'));
  });
  clock.setTimer(10, () => note('early, second'));
  clock.setTimer(10, () => note('cancelled')).cancel();
  await clock.advance(20);
  assert.deepEqual(fired, [
    ['early', 10],
    ['early, second', 10],
    ['nested', 15],
    ['late', 20],
  ]);
  assert.equal(clock.date().toISOString(), '2026-01-01T00:00:00.020Z');
  assert.equal(clock.pendingTimers, 0);
});

test('code that awaits a sleep continues before later timers', async () => {
  const clock = createFakeClock();
  const woken: number[] = [];
  const loop = (async () => {
    for (let i = 0; i < 3; i++) {
      await sleep(10, { clock });
      woken.push(clock.nowMs());
    }
  })();
  await clock.advance(30);
  await loop;
  assert.deepEqual(woken, [10, 20, 30]);
});

test('an aborted sleep rejects immediately with the reason and leaves no timer', async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const sleeping = sleep(1000, { clock, signal: controller.signal });
  assert.equal(clock.pendingTimers, 1);
  const reason = new Error('enough');
  controller.abort(reason);
  await assert.rejects(sleeping, reason);
  await assert.rejects(sleep(0, { clock, signal: controller.signal }), reason);
  assert.equal(clock.pendingTimers, 0);
});
