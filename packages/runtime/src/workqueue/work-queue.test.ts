import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CollectedMetrics } from '../metrics/collected-metrics.test.helper.js';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import { createWorkQueue } from './work-queue.js';
import type { WorkQueue, WorkQueueOptions } from './work-queue.js';

function newQueue(options: Partial<WorkQueueOptions> = {}): { queue: WorkQueue; clock: FakeClock } {
  const clock = createFakeClock();
  return { queue: createWorkQueue('test', { clock, ...options }), clock };
}

function takeAll(queue: WorkQueue): string[] {
  const keys: string[] = [];
  for (let key = queue.tryGet(); key !== undefined; key = queue.tryGet()) keys.push(key);
  return keys;
}

describe('work queue', () => {
  test('returns keys in the order in which they were added', () => {
    const { queue } = newQueue();
    for (const key of ['a', 'b', 'c']) queue.add(key);
    assert.deepEqual(takeAll(queue), ['a', 'b', 'c']);
  });

  test('queues a key once', () => {
    const { queue } = newQueue();
    queue.add('a');
    queue.add('a');
    assert.equal(queue.length, 1);
    assert.deepEqual(takeAll(queue), ['a']);
  });

  test('queues a key again after done() if it was added while in progress', () => {
    const { queue } = newQueue();
    queue.add('a');
    assert.equal(queue.tryGet(), 'a');
    queue.add('a');
    queue.add('a');
    assert.equal(queue.tryGet(), undefined, 'not while in progress');
    queue.done('a');
    assert.deepEqual(takeAll(queue), ['a']);
    queue.done('a');
    assert.deepEqual(takeAll(queue), []);
  });

  test('ignores done() for a key that is not in progress', () => {
    const { queue } = newQueue();
    queue.add('a');
    queue.done('a');
    queue.done('b');
    assert.deepEqual(takeAll(queue), ['a']);
  });

  test('passes a new key to the oldest getter', async () => {
    const { queue } = newQueue();
    const first = queue.get();
    const second = queue.get();
    queue.add('a');
    queue.add('b');
    assert.deepEqual(await Promise.all([first, second]), ['a', 'b']);
  });

  test('rejects a getter with the reason of its signal, without losing a key', async () => {
    const { queue } = newQueue();
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    const abandoned = queue.get({ signal });
    controller.abort(reason);
    await assert.rejects(abandoned, reason);
    queue.add('a');
    await assert.rejects(queue.get({ signal }), reason);
    assert.equal(await queue.get(), 'a');
  });

  test('never returns one key to two workers under a random load', () => {
    const { queue } = newQueue();
    const inWork = new Set<string>();
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % below;
    };
    for (let step = 0; step < 20_000; step++) {
      if (random(3) > 0) {
        queue.add(`k${random(20)}`, { priority: random(2) === 0 ? 'low' : 'normal' });
        continue;
      }
      const key = queue.tryGet();
      if (key !== undefined) {
        assert.ok(!inWork.has(key), `${key} is already in progress`);
        inWork.add(key);
      }
      for (const held of inWork) {
        if (random(2) === 0 && inWork.delete(held)) queue.done(held);
      }
    }
    for (const held of inWork) queue.done(held);
    const waiting = queue.length;
    const left = takeAll(queue);
    assert.equal(left.length, waiting);
    assert.equal(new Set(left).size, left.length);
  });
});

describe('work queue: delays', () => {
  test('adds a key after its delay', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('a', 100);
    await clock.advance(99);
    assert.equal(queue.length, 0);
    await clock.advance(1);
    assert.deepEqual(takeAll(queue), ['a']);
  });

  test('uses the earliest of several times for one key', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('a', 100);
    queue.addAfter('a', 50);
    queue.addAfter('a', 200);
    await clock.advance(50);
    assert.deepEqual(takeAll(queue), ['a']);
    queue.done('a');
    await clock.advance(500);
    assert.deepEqual(takeAll(queue), []);
  });

  test('adds delayed keys in the order of their times', async () => {
    const { queue, clock } = newQueue();
    const delays = Array.from({ length: 200 }, (_, i) => ((i * 7919) % 200) + 1);
    for (const delay of delays) queue.addAfter(`k${delay}`, delay);
    await clock.advance(1000);
    const expected = delays.sort((a, b) => a - b).map((delay) => `k${delay}`);
    assert.deepEqual(takeAll(queue), expected);
    assert.equal(clock.pendingTimers, 0);
  });

  test('adds immediately if the delay is zero or negative', () => {
    const { queue } = newQueue();
    queue.addAfter('a', 0);
    queue.addAfter('b', -5);
    assert.deepEqual(takeAll(queue), ['a', 'b']);
  });

  test('increases the delay with each failure until forget()', async () => {
    const { queue, clock } = newQueue();
    for (const wait of [5, 10, 20]) {
      queue.addRateLimited('a');
      await clock.advance(wait - 1);
      assert.equal(queue.length, 0, `not before ${wait} ms`);
      await clock.advance(1);
      assert.equal(queue.tryGet(), 'a');
      queue.done('a');
    }
    assert.equal(queue.retries('a'), 3);
    queue.forget('a');
    assert.equal(queue.retries('a'), 0);
    queue.addRateLimited('a');
    await clock.advance(5);
    assert.equal(queue.tryGet(), 'a');
  });
});

describe('work queue: priorities', () => {
  test('returns normal keys before keys of low priority', () => {
    const { queue } = newQueue();
    queue.add('relist-1', { priority: 'low' });
    queue.add('relist-2', { priority: 'low' });
    queue.add('fresh');
    assert.deepEqual(takeAll(queue), ['fresh', 'relist-1', 'relist-2']);
  });

  test('returns the oldest key of low priority after 16 normal keys', () => {
    const { queue } = newQueue();
    const lows = Array.from({ length: 50 }, (_, i) => `low-${i}`);
    for (const key of lows) queue.add(key, { priority: 'low' });
    const served: string[] = [];
    for (let i = 0; i < 17 * lows.length; i++) {
      queue.add(`fresh-${i}`);
      queue.add(`more-${i}`);
      const key = queue.tryGet() ?? '';
      queue.done(key);
      served.push(key);
    }
    assert.deepEqual(
      served.flatMap((key, i) => (key.startsWith('low') ? [`${key} ${i}`] : [])),
      lows.map((key, i) => `${key} ${17 * (i + 1) - 1}`),
      'one of 17, in order',
    );
  });

  test('raises but never lowers the priority of a queued key', () => {
    const { queue } = newQueue();
    queue.add('a', { priority: 'low' });
    queue.add('b', { priority: 'low' });
    queue.add('b');
    queue.add('b', { priority: 'low' });
    assert.equal(queue.length, 2);
    assert.deepEqual(takeAll(queue), ['b', 'a']);
  });

  test('keeps the highest priority of adds while a key is in progress', () => {
    const { queue } = newQueue();
    queue.add('a');
    queue.tryGet();
    queue.add('b', { priority: 'low' });
    queue.add('a', { priority: 'low' });
    queue.add('a');
    queue.done('a');
    assert.deepEqual(takeAll(queue), ['a', 'b']);
  });

  test('returns a raised key once, even if it is added again with low priority', () => {
    const { queue } = newQueue();
    queue.add('a', { priority: 'low' });
    queue.add('a');
    assert.equal(queue.tryGet(), 'a');
    queue.done('a');
    queue.add('a', { priority: 'low' });
    assert.deepEqual(takeAll(queue), ['a']);
    assert.equal(queue.length, 0);
  });
});

describe('work queue: closing', () => {
  test('returns queued keys, rejects new keys and drops delayed ones', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    queue.addAfter('late', 10);
    assert.equal(queue.isClosed, false);
    await queue.close();
    assert.equal(queue.isClosed, true);
    queue.add('b');
    queue.addAfter('c', 1);
    queue.addRateLimited('d');
    await clock.advance(100);
    assert.equal(await queue.get(), 'a');
    assert.equal(await queue.get(), undefined);
    assert.equal(clock.pendingTimers, 0);
  });

  test('resolves getters with undefined', async () => {
    const { queue } = newQueue();
    const waiting = queue.get();
    await queue.close();
    assert.equal(await waiting, undefined);
  });

  test('waits for the keys in progress', async () => {
    const { queue } = newQueue();
    queue.add('a');
    queue.tryGet();
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    const disposed = queue[Symbol.asyncDispose]();
    await Promise.resolve();
    assert.equal(isClosed, false);
    queue.done('a');
    await Promise.all([closed, disposed]);
    await queue.close();
  });
});

describe('work queue: metrics', () => {
  const labels = 'controller=test,name=test';

  test('report adds, retries, and the times of queueing and processing', async () => {
    const metrics = new CollectedMetrics();
    const { queue, clock } = newQueue({ metrics });
    queue.add('a');
    queue.add('a');
    await clock.advance(30);
    queue.tryGet();
    queue.addRateLimited('a');
    await clock.advance(70);
    queue.done('a');
    assert.deepEqual(metrics.samples, {
      [`workqueue_adds_total{${labels}}`]: 2,
      [`workqueue_retries_total{${labels}}`]: 1,
      [`workqueue_queue_duration_seconds{${labels}}`]: [0.03],
      [`workqueue_work_duration_seconds{${labels}}`]: [0.07],
    });
  });

  test('report the queued keys and the times of keys in progress until the queue is closed', async () => {
    const metrics = new CollectedMetrics();
    const { queue, clock } = newQueue({ metrics });
    for (const key of ['a', 'b', 'c']) queue.add(key);
    queue.tryGet();
    await clock.advance(2000);
    queue.tryGet();
    await clock.advance(1000);
    assert.deepEqual(metrics.read(), {
      [`workqueue_depth{${labels},priority=-100}`]: 0,
      [`workqueue_depth{${labels},priority=0}`]: 1,
      [`workqueue_unfinished_work_seconds{${labels}}`]: 4,
      [`workqueue_longest_running_processor_seconds{${labels}}`]: 3,
      [`vmgen_workqueue_oldest_key_seconds{${labels}}`]: 3,
    });
    queue.tryGet();
    await clock.advance(1000);
    queue.add('d');
    await clock.advance(500);
    assert.equal(metrics.read()[`vmgen_workqueue_oldest_key_seconds{${labels}}`], 0.5);
    for (const key of ['c', 'd']) {
      if (key === 'd') queue.tryGet();
      queue.done(key);
    }
    assert.equal(metrics.read()[`vmgen_workqueue_oldest_key_seconds{${labels}}`], 0);
    queue.done('a');
    queue.done('b');
    await queue.close();
    assert.deepEqual(metrics.read(), {});
  });

  test('report the queued keys by priority', async () => {
    const metrics = new CollectedMetrics();
    const { queue } = newQueue({ metrics });
    const depths = () =>
      [0, -100].map(
        (priority) => metrics.read()[`workqueue_depth{${labels},priority=${priority}}`],
      );
    for (const key of ['a', 'b', 'c']) queue.add(key, { priority: 'low' });
    assert.deepEqual(depths(), [0, 3]);
    queue.add('b');
    assert.deepEqual(depths(), [1, 2]);
    assert.equal(queue.tryGet(), 'b');
    assert.equal(queue.tryGet(), 'a');
    assert.deepEqual(depths(), [0, 1]);
    queue.add('a', { priority: 'low' });
    queue.done('a');
    queue.done('b');
    assert.deepEqual(depths(), [0, 2]);
    for (const key of ['c', 'a']) assert.equal(queue.tryGet(), key);
    assert.deepEqual(depths(), [0, 0]);
    queue.done('c');
    queue.done('a');
    await queue.close();
  });
});
