import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { silentLogger } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { containerEvents } from './container-events.js';

test('connects again after a stream that has failed while its first event was handled', async () => {
  const clock = createFakeClock();
  const streams: PassThrough[] = [];
  const open = async (): Promise<PassThrough> => {
    const stream = new PassThrough();
    streams.push(stream);
    return stream;
  };
  const { signal } = new AbortController();
  const events = containerEvents({ open, logger: silentLogger, clock }, signal);
  await events.next();
  const [first] = streams;
  assert.ok(first !== undefined);
  const closed = once(first, 'close');
  first.destroy();
  await closed;
  const next = events.next();
  for (let turns = 0; turns < 20 && clock.pendingTimers === 0; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await clock.advance(1_000);
  assert.equal(streams.length, 2);
  assert.deepEqual((await next).value, { type: 'resync' });
  await events.return();
});
