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

test('many waits can share one signal without a warning', async (t) => {
  const warnings = warningsDuring(t);
  const ending = new AbortController();
  const { signal } = ending;
  const clock = createFakeClock();
  const latch = new Latch();
  const queue = createWorkQueue('test', { clock });
  const waits = Array.from({ length: MANY }, () => {
    new WatchSignal({ clock, parent: signal, overdueMs: 1_000, silenceMs: 1_000 });
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

test('ten thousand waits share one listener of their signal, which the last wait removes', async (t) => {
  const ending = new AbortController();
  const { signal } = ending;
  const added = t.mock.method(signal, 'addEventListener').mock;
  const removed = t.mock.method(signal, 'removeEventListener').mock;
  const queue = createWorkQueue('test', { clock: createFakeClock() });
  const waits = Array.from({ length: 10_000 }, () => queue.get({ signal }));
  assert.equal(added.callCount(), 1);
  for (let i = 0; i < waits.length - 1; i++) queue.add(String(i));
  assert.equal(removed.callCount(), 0);
  queue.add('last');
  assert.equal(removed.callCount(), 1);
  const rejected = queue.get({ signal });
  ending.abort(new Error('enough'));
  await assert.rejects(rejected, /enough/);
  assert.equal((await Promise.all(waits)).length, 10_000);
});

test('a listener that throws does not stop the others, and its error is not swallowed', async (t) => {
  const thrown: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => thrown.push(error));
  t.after(() => {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  });
  const ending = new AbortController();
  let isCalled = false;
  onAbort(ending.signal, () => {
    throw new Error('bad listener');
  });
  onAbort(ending.signal, () => (isCalled = true));
  ending.abort();
  assert.equal(isCalled, true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.match(String(thrown), /bad listener/);
});

test('a removed listener is not called, and the others are called once', () => {
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

/** The warnings that the process emits from now on. */
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
