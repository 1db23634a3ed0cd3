import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep } from '../async/clock.js';
import { FakeClock } from './fake-clock.js';

test('timers fire in order, each at its own time, and may start others', async () => {
  const clock = new FakeClock('2026-01-01T00:00:00Z');
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

test('code that awaits a sleep runs on before later timers', async () => {
  const clock = new FakeClock();
  const woken: number[] = [];
  const loop = (async () => {
    for (let i = 0; i < 3; i++) {
      await sleep(clock, 10);
      woken.push(clock.nowMs());
    }
  })();
  await clock.advance(30);
  await loop;
  assert.deepEqual(woken, [10, 20, 30]);
});

test('an aborted sleep ends at once and leaves no timer', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const sleeping = sleep(clock, 1000, controller.signal);
  assert.equal(clock.pendingTimers, 1);
  controller.abort();
  await sleeping;
  assert.equal(clock.pendingTimers, 0);
});
