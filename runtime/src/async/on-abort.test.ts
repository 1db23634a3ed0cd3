import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latch } from '../cache/latch.js';
import { WatchSignal } from '../cache/watch-signal.js';
import { pause } from './clock.js';
import { onAbort } from './on-abort.js';
import { withTimeout } from './request-timeout.js';
import { createFakeClock } from '../testing/index.js';
import { createWorkQueue } from '../workqueue/index.js';

const MANY = 20;

test('everything that waits may do so with one signal, and no warning is given', async (t) => {
  const warnings = warningsDuring(t);
  const ending = new AbortController();
  const { signal } = ending;
  const clock = createFakeClock();
  const latch = new Latch();
  const queue = createWorkQueue('test', { clock });
  const waits = Array.from({ length: MANY }, () => {
    new WatchSignal(clock, signal, 1_000);
    return [
      pause(clock, 1_000, signal),
      latch.wait({ signal }).catch(() => undefined),
      queue.get({ signal }).catch(() => undefined),
      withTimeout(clock, 1_000, signal, () => new Promise(() => {})).catch(() => undefined),
    ];
  });
  await new Promise((resolve) => setImmediate(resolve));
  ending.abort();
  await Promise.all(waits.flat());
  assert.deepEqual(await warnings(), []);
});

test('who stopped listening is not called, and the others are once', () => {
  const ending = new AbortController();
  const heard: string[] = [];
  const stop = onAbort(ending.signal, () => heard.push('stopped'));
  onAbort(ending.signal, () => heard.push('listening'));
  stop();
  ending.abort();
  ending.abort();
  assert.deepEqual(heard, ['listening']);
  onAbort(undefined, () => heard.push('no signal'))();
});

/** The warnings of the process from now on. */
function warningsDuring(t: { after(done: () => void): void }): () => Promise<string[]> {
  const seen: string[] = [];
  const note = (warning: Error): number => seen.push(warning.message);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return seen;
  };
}
