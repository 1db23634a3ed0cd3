import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { createBucketRateLimiter } from './rate-limiter.js';
import { createDefaultRateLimiter } from './rate-limiter.js';
import { createExponentialRateLimiter } from './rate-limiter.js';

describe('rate limiters', () => {
  test('doubles the delay of each key separately, up to the maximum', () => {
    const limiter = createExponentialRateLimiter({ baseMs: 5, maxMs: 1_000_000 });
    const waits = Array.from({ length: 20 }, () => limiter.when('a'));
    assert.deepEqual(waits.slice(0, 4), [5, 10, 20, 40]);
    assert.equal(waits[17], 655_360);
    assert.equal(waits[18], 1_000_000);
    assert.equal(limiter.when('b'), 5);
    for (let i = 0; i < 2000; i++) limiter.when('a');
    assert.equal(limiter.when('a'), 1_000_000, 'no overflow');
  });

  test('a delay of 0 remains 0 after any number of failures', () => {
    const limiter = createExponentialRateLimiter({ baseMs: 0, maxMs: 1_000 });
    for (let i = 0; i < 2000; i++) assert.equal(limiter.when('a'), 0);
  });

  test('allows a burst and then makes one reservation after another', async () => {
    const clock = createFakeClock();
    const limiter = createBucketRateLimiter({ clock, perSecond: 10, burst: 3 });
    assert.deepEqual(
      Array.from({ length: 5 }, () => Math.round(limiter.when('any'))),
      [0, 0, 0, 100, 200],
    );
    await clock.advance(10_000);
    assert.deepEqual(
      Array.from({ length: 4 }, () => Math.round(limiter.when('any'))),
      [0, 0, 0, 100],
      'a long pause does not increase the burst',
    );
  });

  test('uses the longer of both delays by default', () => {
    const limiter = createDefaultRateLimiter({ clock: createFakeClock() });
    for (let i = 0; i < 100; i++) assert.equal(limiter.when(`k${i}`), 5);
    assert.equal(Math.round(limiter.when('after the burst')), 100);
    assert.equal(limiter.retries('k1'), 1);
    limiter.forget('k1');
    assert.equal(limiter.retries('k1'), 0);
  });
});
