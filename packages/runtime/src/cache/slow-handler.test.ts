import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { fixture, recorder } from './informer-fixture.test.helper.js';
import type { HandlerOptions, InformerHandler } from './informer-handler.js';
import { listOf, ScriptedClient, widget, type Widget } from './scripted-client.test.helper.js';

/** A handler that returns from each event only when it is released. */
function gated(received: string[]): { handler: InformerHandler<Widget>; release: () => void } {
  const recorded = recorder(received);
  let release = (): void => {};
  let isOpen = false;
  const wait = (): Promise<void> =>
    isOpen ? Promise.resolve() : new Promise((resolve) => (release = resolve));
  return {
    handler: {
      async onAdd(object, isInInitialList) {
        await recorded.onAdd?.(object, isInInitialList);
        await wait();
      },
      async onUpdate(before, after) {
        await recorded.onUpdate?.(before, after);
        await wait();
      },
      async onDelete(object, info) {
        await recorded.onDelete?.(object, info);
        await wait();
      },
    },
    release() {
      isOpen = true;
      release();
    },
  };
}

/** An informer with a gated handler that is processing the first object of the list. */
async function slow(t: TestContext, options: HandlerOptions = {}) {
  const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
  const lines: LogLine[] = [];
  const { informer, clock, start, settle, stop } = fixture(t, client, {
    logger: collectingLogger(lines),
  });
  const received: string[] = [];
  const { handler, release } = gated(received);
  const registration = informer.addHandler(handler, options);
  await start();
  return {
    ...{ client, informer, clock, settle, stop, registration, received, release },
    warnings: () => lines.filter(({ fields }) => 'pending' in fields || 'handler' in fields),
  };
}

describe('a slow handler', () => {
  test('reports the number and age of its pending events', async (t) => {
    const { client, clock, settle, registration, release } = await slow(t);
    assert.equal(registration.pending, 2);
    await clock.advance(300);
    client.open.send('MODIFIED', widget('a', 8));
    await settle();
    await clock.advance(200);
    assert.deepEqual([registration.pending, registration.lagMs], [3, 500]);
    release();
    await settle();
    assert.deepEqual([registration.pending, registration.lagMs], [0, 0]);
  });

  test('causes a warning after a minute, another one when the lag has doubled, and a message when it has caught up', async (t) => {
    const { clock, settle, stop, warnings, release } = await slow(t, { name: 'sleepy' });
    await clock.advance(59_000);
    assert.deepEqual(warnings(), []);
    await clock.advance(60_000);
    assert.equal(warnings().length, 1);
    const { level, fields } = warnings()[0] ?? assert.fail();
    assert.deepEqual([level, fields['handler'], fields['pending']], ['warn', 'sleepy', 2]);
    assert.equal(fields['lagMs'], 60_000);
    await clock.advance(10_000);
    assert.equal(warnings().length, 2);
    release();
    await settle();
    await clock.advance(5_000);
    assert.match(warnings()[2]?.message ?? '', /has caught up/);
    await clock.advance(600_000);
    assert.equal(warnings().length, 3);
    await stop();
    assert.equal(clock.pendingTimers, 0);
  });

  test('causes a warning for many pending events, but not for a long list alone', async (t) => {
    const { client, clock, settle, stop, warnings, release } = await slow(t);
    for (let i = 0; i < 10_001; i++) client.open.send('MODIFIED', widget('a', 8 + i));
    await settle();
    await clock.advance(4_999);
    assert.deepEqual(warnings(), []);
    await clock.advance(1);
    assert.equal(warnings()[0]?.fields['handler'], 'handler-1');
    assert.equal(warnings()[0]?.fields['pending'], 10_003);
    const ended = stop();
    await settle();
    assert.equal(clock.pendingTimers, 0, 'a stopped informer has no timers');
    release();
    await ended;
  });

  test('is measured only if it returns a promise', async (t) => {
    const timersWith = async (result: unknown): Promise<number> => {
      const { informer, clock, start, settle, stop } = fixture(
        t,
        new ScriptedClient(listOf(7, [widget('a', 5)])),
      );
      informer.addHandler({ onAdd: () => result as undefined });
      await start();
      await settle();
      const timers = clock.pendingTimers;
      await stop();
      return timers;
    };
    const none = await timersWith(undefined);
    assert.equal(await timersWith(new Set()), none);
    assert.equal(await timersWith(Promise.resolve()), none + 1, 'a promise is watched');
  });

  test('that coalesces receives the newest state of each object, and no short-lived objects', async (t) => {
    const { client, settle, registration, received, release } = await slow(t, {
      coalesce: true,
    });
    for (let version = 10; version < 1000; version++) {
      client.open.send('MODIFIED', widget('b', version));
      client.open.send('MODIFIED', widget('a', version));
    }
    client.open.send('ADDED', widget('c', 1000));
    client.open.send('DELETED', widget('c', 1001));
    client.open.send('DELETED', widget('a', 1002));
    await settle();
    assert.equal(registration.pending, 3, 'the running one and one per object');
    assert.equal(registration.hasSynced, false);
    release();
    await settle();
    assert.deepEqual(received, ['add a@5 initial', 'add b@999 initial', 'delete a@1002']);
    assert.equal(registration.hasSynced, true);
  });

  test('that coalesces receives each object once despite resyncs', async (t) => {
    const { client, clock, settle, received, release } = await slow(t, {
      coalesce: true,
      resyncMs: 1000,
    });
    client.open.send('MODIFIED', widget('a', 8));
    await settle();
    await clock.advance(30_000);
    release();
    await settle();
    assert.deepEqual(received, ['add a@5 initial', 'add b@6 initial', 'update a@5 -> a@8']);
    await clock.advance(1000);
    assert.deepEqual(received.slice(3), ['update a@8 -> a@8', 'update b@6 -> b@6']);
  });

  test('is awaited when the informer stops, and receives no more events', async (t) => {
    for (const coalesce of [false, true]) {
      const { settle, stop, registration, received, release } = await slow(t, { coalesce });
      let isEnded = false;
      const ended = stop().then(() => (isEnded = true));
      await settle();
      assert.equal(isEnded, false);
      assert.equal(registration.pending, 1);
      release();
      await ended;
      assert.deepEqual(received, ['add a@5 initial']);
      assert.equal(registration.pending, 0);
    }
  });
});
