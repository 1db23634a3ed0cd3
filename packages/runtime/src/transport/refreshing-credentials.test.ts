import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { refreshingCredentials } from './refreshing-credentials.js';

const HOUR_MS = 3_600_000;

const OUTCOMES: { [what: string]: { expiresMs?: number; isRejected?: true } } = {
  'while the server rejects all of them': { expiresMs: HOUR_MS, isRejected: true },
  'while the clock is fast, so that all are expired': { expiresMs: -HOUR_MS },
  'while they cannot be issued': {},
};
for (const [what, { expiresMs, isRejected }] of Object.entries(OUTCOMES)) {
  test(`credentials are issued six times, and then once in 5 s, ${what}`, async () => {
    const clock = createFakeClock();
    let issued = 0;
    const credentials = refreshingCredentials(async () => {
      issued++;
      if (expiresMs === undefined) throw new Error('no network');
      const expires = new Date(clock.date().getTime() + expiresMs);
      return { credentials: { authorization: `Bearer ${issued}` }, expires };
    }, clock);
    const request = async (): Promise<void> => {
      const used = credentials.current();
      if (expiresMs === undefined) await assert.rejects(async () => used, /no network/);
      else assert.equal((await used).authorization, `Bearer ${issued}`);
      if (isRejected) credentials.invalidate(await used);
    };
    for (let i = 0; i < 100; i++) await request();
    assert.equal(issued, 6);
    await clock.advance(4_999);
    await request();
    assert.equal(issued, 6);
    await clock.advance(1);
    for (let i = 0; i < 10; i++) await request();
    assert.equal(issued, 7);
  });
}
