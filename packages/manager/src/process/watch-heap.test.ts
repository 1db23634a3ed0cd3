import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { watchHeap } from './watch-heap.js';

test('warns once when the heap remains nearly full, and again after it was not', async () => {
  const clock = createFakeClock();
  const stopping = new AbortController();
  const warnings: unknown[] = [];
  let used = 95;
  const watching = watchHeap({
    clock,
    signal: stopping.signal,
    logger: { ...silentLogger, warn: (_message, fields) => warnings.push(fields) },
    read: () => ({ used_heap_size: used * 2 ** 20, heap_size_limit: 100 * 2 ** 20 }),
  });
  await clock.advance(29_999);
  assert.deepEqual(warnings, []);
  await clock.advance(60_000);
  assert.deepEqual(warnings, [{ usedMiB: 95, limitMiB: 100 }]);
  used = 80;
  await clock.advance(10_000);
  used = 91;
  await clock.advance(30_000);
  assert.equal(warnings.length, 2);
  stopping.abort();
  await watching;
  assert.equal(clock.pendingTimers, 0);
});
