import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { ApiError } from './errors.js';
import { retryOnConflict } from './retry-on-conflict.js';

const conflict = (): ApiError => new ApiError({ reason: 'Conflict', code: 409, message: 'stale' });

test('retries conflicts until success', async () => {
  const clock = createFakeClock();
  let calls = 0;
  const result = retryOnConflict(
    async () => {
      if (++calls < 3) throw conflict();
      return calls;
    },
    { clock, random: () => 0.5 },
  );
  await clock.advance(10);
  assert.equal(calls, 1);
  await clock.advance(0.5);
  assert.equal(calls, 2);
  await clock.advance(10.5);
  assert.equal(await result, 3);
});

test('throws the conflict of the last attempt', async () => {
  const clock = createFakeClock();
  let calls = 0;
  const result = retryOnConflict(
    async () => {
      calls++;
      throw conflict();
    },
    { clock },
  );
  result.catch(() => {});
  await clock.advance(1000);
  await assert.rejects(result, /stale/);
  assert.equal(calls, 5);
  assert.equal(clock.pendingTimers, 0);
});

test('stops after another error or an abort', async () => {
  const clock = createFakeClock();
  await assert.rejects(
    retryOnConflict(() => Promise.reject(new Error('broken')), { clock }),
    /broken/,
  );
  const controller = new AbortController();
  const waiting = retryOnConflict(() => Promise.reject(conflict()), {
    clock,
    signal: controller.signal,
  });
  waiting.catch(() => {});
  await clock.advance(0);
  controller.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
});
