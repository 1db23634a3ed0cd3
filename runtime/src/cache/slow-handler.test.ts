import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { fixture, recorder } from './informer-fixture.test.helper.js';
import type { HandlerOptions, InformerHandler } from './informer-handler.js';
import { listOf, ScriptedClient, widget, type Widget } from './scripted-client.test.helper.js';

/** A handler that comes back from each event only when it is let go. */
function gated(told: string[]): { handler: InformerHandler<Widget>; letGo: () => void } {
  const recorded = recorder(told);
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
    letGo() {
      isOpen = true;
      release();
    },
  };
}

/** An informer with a gated handler, which holds the first object of the list in its hands. */
async function slow(options: HandlerOptions = {}) {
  const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
  const lines: LogLine[] = [];
  const { informer, clock, start, settle, stop } = fixture(client, {
    logger: collectingLogger(lines),
  });
  const told: string[] = [];
  const { handler, letGo } = gated(told);
  const registration = informer.addHandler(handler, options);
  await start();
  return {
    ...{ client, informer, clock, settle, stop, registration, told, letGo },
    warnings: () => lines.filter(({ fields }) => 'pending' in fields || 'handler' in fields),
  };
}

describe('a slow handler', () => {
  test('says how many events it has not come back from, and for how long', async () => {
    const { client, clock, settle, stop, registration, letGo } = await slow();
    assert.equal(registration.pending, 2);
    await clock.advance(300);
    client.open.send('MODIFIED', widget('a', 8));
    await settle();
    await clock.advance(200);
    assert.deepEqual([registration.pending, registration.lagMs], [3, 500]);
    letGo();
    await settle();
    assert.deepEqual([registration.pending, registration.lagMs], [0, 0]);
    await stop();
  });

  test('is warned of by its name when an event waits for a minute, again when that has doubled, and when it has caught up', async () => {
    const { clock, settle, stop, warnings, letGo } = await slow({ name: 'sleepy' });
    await clock.advance(59_000);
    assert.deepEqual(warnings(), []);
    await clock.advance(60_000);
    assert.equal(warnings().length, 1);
    const { level, fields } = warnings()[0] ?? assert.fail();
    assert.deepEqual([level, fields['handler'], fields['pending']], ['warn', 'sleepy', 2]);
    assert.equal(fields['lagMs'], 60_000);
    await clock.advance(10_000);
    assert.equal(warnings().length, 2);
    letGo();
    await settle();
    await clock.advance(5_000);
    assert.match(warnings()[2]?.message ?? '', /has caught up/);
    await clock.advance(600_000);
    assert.equal(warnings().length, 3);
    await stop();
    assert.equal(clock.pendingTimers, 0);
  });

  test('is warned of when very many events wait, but not for the length of a list alone', async () => {
    const { client, clock, settle, stop, warnings, letGo } = await slow();
    for (let i = 0; i < 10_001; i++) client.open.send('MODIFIED', widget('a', 8 + i));
    await settle();
    await clock.advance(4_999);
    assert.deepEqual(warnings(), []);
    await clock.advance(1);
    assert.equal(warnings()[0]?.fields['handler'], 'handler-1');
    assert.equal(warnings()[0]?.fields['pending'], 10_003);
    const ended = stop();
    await settle();
    assert.equal(clock.pendingTimers, 0, 'an informer that ends watches nobody');
    letGo();
    await ended;
  });

  test('is not taken for one because it gives back what is no promise', async () => {
    const timersWith = async (result: unknown): Promise<number> => {
      const { informer, clock, start, settle, stop } = fixture(
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

  test('that coalesces is told where each object has got to, and of none that came and went', async () => {
    const { client, settle, stop, registration, told, letGo } = await slow({ coalesce: true });
    for (let version = 10; version < 1000; version++) {
      client.open.send('MODIFIED', widget('b', version));
      client.open.send('MODIFIED', widget('a', version));
    }
    client.open.send('ADDED', widget('c', 1000));
    client.open.send('DELETED', widget('c', 1001));
    client.open.send('DELETED', widget('a', 1002));
    await settle();
    assert.equal(registration.pending, 3, 'the one at work, and one of each object');
    assert.equal(registration.hasSynced, false);
    letGo();
    await settle();
    assert.deepEqual(told, ['add a@5 initial', 'add b@999 initial', 'delete a@1002']);
    assert.equal(registration.hasSynced, true);
    await stop();
  });

  test('that coalesces and is resynced meanwhile is told of each object once', async () => {
    const { client, clock, settle, stop, told, letGo } = await slow({
      coalesce: true,
      resyncMs: 1000,
    });
    client.open.send('MODIFIED', widget('a', 8));
    await settle();
    await clock.advance(30_000);
    letGo();
    await settle();
    assert.deepEqual(told, ['add a@5 initial', 'add b@6 initial', 'update a@5 -> a@8']);
    await clock.advance(1000);
    assert.deepEqual(told.slice(3), ['update a@8 -> a@8', 'update b@6 -> b@6']);
    await stop();
  });

  test('is waited for when the informer ends, and told nothing more', async () => {
    for (const coalesce of [false, true]) {
      const { settle, stop, registration, told, letGo } = await slow({ coalesce });
      let isEnded = false;
      const ended = stop().then(() => (isEnded = true));
      await settle();
      assert.equal(isEnded, false);
      assert.equal(registration.pending, 1);
      letGo();
      await ended;
      assert.deepEqual(told, ['add a@5 initial']);
      assert.equal(registration.pending, 0);
    }
  });
});
