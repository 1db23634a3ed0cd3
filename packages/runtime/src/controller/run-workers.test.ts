import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ObjectKey } from '../meta/object-key.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { rejectingLogger, throwingLogger } from '../testing/failing-logger.test.helper.js';
import { CollectedMetrics } from '../metrics/collected-metrics.test.helper.js';
import { failingMetrics } from '../metrics/failing-metrics.test.helper.js';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import { createWorkQueue } from '../workqueue/work-queue.js';
import type { WorkQueue } from '../workqueue/work-queue.js';
import { runWorkers } from './run-workers.js';
import type { KeyReconciler, WorkersQueue } from './run-workers.js';
import { TerminalError } from './terminal-error.js';

interface Fixture {
  readonly clock: FakeClock;
  readonly queue: WorkQueue;
  readonly lines: LogLine[];
  readonly controller: AbortController;
  readonly running: Promise<void>;
}

function start(reconcile: KeyReconciler, workers = 1): Fixture {
  const clock = createFakeClock();
  const queue = createWorkQueue('test', { clock });
  const lines: LogLine[] = [];
  const controller = new AbortController();
  const { signal } = controller;
  const running = runWorkers(queue, {
    workers,
    reconcile,
    logger: collectingLogger(lines),
    signal,
  });
  return { clock, queue, lines, controller, running };
}

describe('workers', () => {
  test('reconcile several keys concurrently, but never one key twice', async () => {
    const inWork: string[] = [];
    const gates: (() => void)[] = [];
    const { clock, queue, controller, running } = start(async ({ name }) => {
      inWork.push(name);
      await new Promise<void>((resolve) => gates.push(resolve));
    }, 3);
    for (const key of ['a', 'b', 'a', 'c', 'd']) queue.add(key);
    await clock.advance(0);
    queue.add('a');
    await clock.advance(0);
    assert.deepEqual(inWork, ['a', 'b', 'c']);
    for (let i = 0; i < 5; i++) {
      gates.shift()?.();
      await clock.advance(0);
    }
    assert.deepEqual(inWork, ['a', 'b', 'c', 'd', 'a']);
    controller.abort();
    await running;
  });

  test('reconcile a key again after requeueAfterMs', async () => {
    let calls = 0;
    const { clock, queue, controller, running } = start(async () => {
      calls++;
      return { requeueAfterMs: 30_000 };
    });
    queue.add('a');
    await clock.advance(29_999);
    assert.equal(calls, 1);
    await clock.advance(1);
    assert.equal(calls, 2);
    controller.abort();
    await running;
  });

  test('treat an invalid requeueAfterMs as a failure and back off', async () => {
    const text: { readonly ms: number } = JSON.parse('{ "ms": "5000" }');
    for (const requeueAfterMs of [Number.NaN, -1, Infinity, text.ms]) {
      let calls = 0;
      const { clock, queue, lines, controller, running } = start(async () => {
        calls++;
        return { requeueAfterMs };
      });
      queue.add('a');
      await clock.advance(5 + 10 + 20 + 40 - 1);
      assert.equal(calls, 4, `${requeueAfterMs}`);
      assert.equal(queue.retries('a'), 4);
      assert.equal(lines.length, 4);
      assert.match(String(lines[0]?.fields['error']), /requeueAfterMs is .* above 0/);
      controller.abort();
      await running;
    }
  });

  test('reject a requeueAfterMs of 0 and back off', async () => {
    let calls = 0;
    const { clock, queue, lines, controller, running } = start(async () => {
      calls++;
      return calls < 3 ? { requeueAfterMs: 0 } : undefined;
    });
    queue.add('a');
    await clock.advance(5 + 10 - 1);
    assert.equal(calls, 2);
    assert.equal(queue.retries('a'), 2);
    assert.match(
      String(lines[0]?.fields['error']),
      /requeueAfterMs is 0: return a number above 0, or throw to retry/,
    );
    await clock.advance(1);
    assert.equal(calls, 3);
    assert.equal(queue.retries('a'), 0);
    controller.abort();
    await running;
  });

  test('lose no key if the rate limiter throws or returns an invalid delay', async () => {
    const broken = (): never => {
      throw new Error('broken limiter');
    };
    for (const when of [broken, () => Number.NaN]) {
      const clock = createFakeClock();
      const queue = createWorkQueue('test', {
        clock,
        rateLimiter: { when, forget: broken, retries: () => 0 },
      });
      const lines: LogLine[] = [];
      const controller = new AbortController();
      const calls: string[] = [];
      const running = runWorkers(queue, {
        workers: 1,
        reconcile: async ({ name }) => {
          calls.push(name);
          throw name === 'terminal' ? new TerminalError('never') : new Error('no luck');
        },
        logger: collectingLogger(lines),
        signal: controller.signal,
      });
      queue.add('a');
      queue.add('terminal');
      await clock.advance(59_999);
      assert.deepEqual(calls, ['a', 'terminal']);
      await clock.advance(1);
      assert.equal(calls[2], 'a');
      assert.match(String(lines[1]?.fields['error']), /broken limiter|rate limiter's delay is NaN/);
      controller.abort();
      await running;
    }
  });

  test('leave no timers that would keep the process alive', async () => {
    const { clock, queue, controller, running } = start(async () => ({ requeueAfterMs: 30_000 }));
    queue.add('a');
    await clock.advance(0);
    assert.equal(clock.pendingTimers, 1);
    controller.abort();
    await running;
    assert.equal(clock.pendingTimers, 0);
  });

  test('retry a failure with backoff, log it with key and id, and reset after a success', async () => {
    const ids = new Set<string>();
    let failures = 3;
    const { clock, queue, lines, controller, running } = start(async (_key, { reconcileId }) => {
      ids.add(reconcileId);
      if (failures-- > 0) throw new Error('no luck');
    });
    queue.add('a');
    await clock.advance(5 + 10 + 20);
    assert.equal(ids.size, 4, 'a unique id for each call');
    assert.equal(lines.length, 3);
    assert.equal(lines[0]?.level, 'error');
    assert.equal(lines[0]?.fields['key'], 'a');
    assert.ok(ids.has(String(lines[0]?.fields['reconcileId'])));
    assert.equal(queue.retries('a'), 0);
    controller.abort();
    await running;
  });

  test('handle a synchronous throw and a thrown value that is not an Error', async () => {
    let calls = 0;
    const reason: unknown = undefined;
    const { clock, queue, controller, running, lines } = start(({ name }) => {
      calls++;
      if (name === 'sync') throw new TypeError('x is not a function');
      if (name === 'odd') return Promise.reject(reason);
      return Promise.resolve();
    });
    for (const key of ['sync', 'odd', 'good']) queue.add(key);
    await clock.advance(4);
    assert.equal(calls, 3);
    assert.equal(lines.length, 2);
    controller.abort();
    await running;
  });

  test('continue if the logger throws', async () => {
    for (const logger of [throwingLogger, rejectingLogger]) {
      const clock = createFakeClock();
      const queue = createWorkQueue('test', { clock });
      const controller = new AbortController();
      let calls = 0;
      const reconcile: KeyReconciler = async (_key, context) => {
        context.logger.info('begins');
        calls++;
        throw calls > 1 ? new TerminalError('for good') : new Error('once');
      };
      const running = runWorkers(queue, {
        workers: 1,
        reconcile,
        logger,
        signal: controller.signal,
      });
      queue.add('x/a');
      await clock.advance(1000);
      assert.equal(calls, 2);
      controller.abort();
      await running;
    }
  });

  test('continue if the metrics throw', async () => {
    const clock = createFakeClock();
    const metrics = failingMetrics;
    const queue = createWorkQueue('test', { clock, metrics });
    const controller = new AbortController();
    let calls = 0;
    const reconcile: KeyReconciler = async () => {
      calls++;
      if (calls === 1) throw new Error('once');
    };
    const { signal } = controller;
    const running = runWorkers(queue, { workers: 1, reconcile, metrics, clock, signal });
    queue.add('x/a');
    await clock.advance(1000);
    assert.equal(calls, 2);
    controller.abort();
    await running;
  });

  test('close the queue and end the metrics if the queue itself fails', async () => {
    const queue = createWorkQueue('test', { clock: createFakeClock() });
    const broken: WorkersQueue = {
      name: queue.name,
      tryGet() {
        throw new Error('the queue lost its keys');
      },
      get: (options) => queue.get(options),
      done: (key) => queue.done(key),
      forget: (key) => queue.forget(key),
      addAfter: (key, afterMs) => queue.addAfter(key, afterMs),
      addRateLimited: (key) => queue.addRateLimited(key),
      close: () => queue.close(),
    };
    const metrics = new CollectedMetrics();
    const { signal } = new AbortController();
    const reconcile = (): Promise<void> => Promise.resolve();
    await assert.rejects(
      runWorkers(broken, { workers: 2, reconcile, signal, metrics }),
      /the queue lost its keys/,
    );
    assert.deepEqual(metrics.read(), {});
    assert.equal(queue.isClosed, true);
  });

  test('do not retry a terminal error', async () => {
    let calls = 0;
    const { clock, queue, lines, controller, running } = start(async () => {
      calls++;
      throw new TerminalError('never');
    });
    queue.add('a');
    await clock.advance(3_600_000);
    assert.equal(calls, 1);
    assert.equal(lines.length, 1);
    assert.equal(queue.retries('a'), 0);
    controller.abort();
    await running;
  });

  test('receive the namespace and the name of an object, and drop an invalid key', async () => {
    const keys: ObjectKey[] = [];
    const { clock, queue, lines, controller, running } = start(async (key) => void keys.push(key));
    for (const key of ['default/a', 'b', 'a/b/c']) queue.add(key);
    await clock.advance(3_600_000);
    assert.deepEqual(keys, [
      { namespace: 'default', name: 'a' },
      { namespace: '', name: 'b' },
    ]);
    assert.deepEqual(
      lines.map(({ fields }) => fields['key']),
      ['a/b/c'],
    );
    controller.abort();
    await running;
  });

  test('take no key after the abort, and resolve when running reconciles have ended', async () => {
    const started: string[] = [];
    let release = (): void => {};
    const { clock, queue, controller, running } = start(async ({ name }) => {
      started.push(name);
      await new Promise<void>((resolve) => (release = resolve));
    });
    queue.add('a');
    queue.add('b');
    await clock.advance(0);
    controller.abort();
    let isEnded = false;
    void running.then(() => (isEnded = true));
    await clock.advance(0);
    assert.equal(isEnded, false);
    release();
    await running;
    assert.deepEqual(started, ['a']);
  });

  test('reject with the keys of reconciles that ignore their signal', async () => {
    const clock = createFakeClock();
    const queue = createWorkQueue('sites', { clock });
    const stop = new AbortController();
    const meter = new CollectedMetrics();
    const running = runWorkers(queue, {
      ...{ workers: 2, clock, signal: stop.signal, metrics: meter },
      reconcile: ({ name }) => (name === 'stuck' ? new Promise(() => {}) : Promise.resolve()),
    });
    const rejected = assert.rejects(running, {
      name: 'ShutdownTimeoutError',
      code: 'ERR_VMGEN_TIMEOUT',
      message:
        '1 reconciles of sites did not end within 25000 ms after the abort: "default/stuck"; ' +
        'pass the signal of the reconcile to all calls',
    });
    for (const key of ['default/stuck', 'default/other']) queue.add(key);
    await clock.advance(3_600_000);
    stop.abort();
    let hasEnded = false;
    void rejected.then(() => (hasEnded = true));
    await clock.advance(24_999);
    assert.equal(hasEnded, false);
    await clock.advance(1);
    await rejected;
    assert.equal(queue.isClosed, true);
  });

  test('wait for reconciles without a limit if shutdownTimeoutMs is 0', async () => {
    const clock = createFakeClock();
    const queue = createWorkQueue('sites', { clock });
    const stop = new AbortController();
    let end = (): void => {};
    const running = runWorkers(queue, {
      ...{ workers: 1, clock, signal: stop.signal, shutdownTimeoutMs: 0 },
      reconcile: () => new Promise<void>((resolve) => (end = resolve)),
    });
    queue.add('default/slow');
    await clock.advance(0);
    stop.abort();
    await clock.advance(3_600_000);
    end();
    await running;
    assert.equal(clock.pendingTimers, 0);
  });

  test('end when the queue is closed and empty', async () => {
    const done: string[] = [];
    const { queue, running } = start(async ({ name }) => void done.push(name), 2);
    queue.add('a');
    await queue.close();
    await running;
    assert.deepEqual(done, ['a']);
  });

  test('pass workSignal to reconciles', async () => {
    const queue = createWorkQueue('test', { clock: createFakeClock() });
    const stop = new AbortController();
    const work = new AbortController();
    let seen: AbortSignal | undefined;
    queue.add('a');
    await queue.close();
    await runWorkers(queue, {
      workers: 1,
      signal: stop.signal,
      workSignal: work.signal,
      reconcile: async (_key, { signal }) => void (seen = signal),
    });
    assert.equal(seen, work.signal);
  });
});
