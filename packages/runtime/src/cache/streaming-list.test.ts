import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Clock } from '../async/clock.js';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import { fixture, recorder } from './informer-fixture.test.helper.js';
import type { InformerFixture } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { ScriptedWatch } from './scripted-client.test.helper.js';

const expired = apiError(410, 'Expired');
const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

interface Streaming extends InformerFixture {
  readonly client: ScriptedClient;
  readonly received: string[];
}

/** An informer that has requested its first streaming list. */
async function streaming(
  t: TestContext,
  client = new ScriptedClient(listOf(90, [])),
): Promise<Streaming> {
  client.streams = true;
  const received: string[] = [];
  const informed = fixture(t, client);
  informed.informer.addHandler(recorder(received));
  await informed.start();
  return { ...informed, client, received };
}

/**
 * A clock with late timers: `base` advances it, and `block` advances the time without running
 * timers.
 */
function blockable(): { base: FakeClock; clock: Clock; block: (ms: number) => void } {
  const base = createFakeClock();
  let blockedMs = 0;
  const clock: Clock = {
    nowMs: () => base.nowMs() + blockedMs,
    date: () => base.date(),
    setTimer: (delayMs, callback) => base.setTimer(delayMs, callback),
  };
  return { base, clock, block: (ms) => void (blockedMs += ms) };
}

/** The same, with a first list that contains `a` at version 7. */
async function synced(t: TestContext, client?: ScriptedClient): Promise<Streaming> {
  const informed = await streaming(t, client);
  informed.client.open.send('ADDED', widget('a', 3));
  informed.client.open.endInitialEvents(7);
  await informed.settle();
  return informed;
}

describe('streaming lists', () => {
  test('do not restore an object that was deleted before the end of the state', async (t) => {
    const { client, informer, settle } = await streaming(t);
    client.open.send('ADDED', widget('a', 3));
    client.open.send('DELETED', widget('a', 6));
    client.open.send('MODIFIED', widget('a', 5));
    client.open.endInitialEvents(7);
    await settle();
    assert.deepEqual(informer.store.keys(), []);
  });

  test('remove an object that the cache excludes before the end of the state', async (t) => {
    const client = new ScriptedClient();
    client.streams = true;
    const { informer, settle, start } = fixture(t, client, {
      stores: ({ spec }) => spec.color === 'red',
    });
    await start();
    client.open.send('ADDED', widget('a', 3));
    client.open.send('ADDED', widget('b', 4, { color: 'blue' }));
    client.open.send('MODIFIED', widget('a', 6, { color: 'blue' }));
    client.open.endInitialEvents(7);
    await settle();
    assert.deepEqual(informer.store.keys(), []);
  });

  test('are a watch that begins with the newest state and continues', async (t) => {
    const { client, informer, received, settle } = await streaming(t);
    const { options } = client.open;
    assert.equal(options.resourceVersion, '');
    assert.equal(options.sendInitialEvents, true);
    assert.equal(options.resourceVersionMatch, 'NotOlderThan');
    assert.equal(options.allowWatchBookmarks, true);
    assert.equal(options.timeoutSeconds, 300);
    client.open.send('ADDED', widget('b', 5));
    client.open.send('ADDED', widget('a', 3));
    client.open.bookmark(6);
    await settle();
    assert.equal(informer.hasSynced, false);
    assert.equal(informer.store.size, 0);
    client.open.endInitialEvents(7);
    await settle();
    assert.equal(informer.hasSynced, true);
    assert.equal(informer.lastSyncResourceVersion, '7');
    assert.deepEqual(received, ['add b@5 initial', 'add a@3 initial']);
    client.open.send('MODIFIED', widget('a', 8));
    await settle();
    assert.deepEqual(received.slice(2), ['update a@3 -> a@8']);
    assert.equal(client.lists.length, 0);
    assert.equal(client.watches.length, 1);
  });

  test('handle changes and replays before their end', async (t) => {
    const { client, received, settle } = await streaming(t);
    client.open.send('ADDED', widget('a', 3));
    client.open.send('ADDED', widget('b', 4));
    client.open.send('MODIFIED', widget('a', 6));
    client.open.send('ADDED', widget('a', 3));
    client.open.send('DELETED', widget('b', 7));
    client.open.endInitialEvents(7);
    await settle();
    assert.deepEqual(received, ['add a@6 initial']);
  });

  test('replace the store atomically if the last version has expired', async (t) => {
    const { client, informer, clock, received } = await synced(t);
    const kept = informer.lister.find('default/a');
    client.open.send('ADDED', widget('gone', 8));
    client.open.fail(expired);
    await clock.advance(800);
    assert.equal(client.open.options.resourceVersion, '8');
    client.open.send('ADDED', widget('a', 3));
    client.open.send('ADDED', widget('new', 20));
    await clock.advance(0);
    assert.equal(informer.store.size, 2);
    client.open.endInitialEvents(21);
    await clock.advance(0);
    assert.deepEqual(received.slice(1), ['add gone@8', 'delete gone@8 unknown', 'add new@20']);
    assert.equal(informer.lister.find('default/a'), kept);
    client.open.close();
    await clock.advance(800);
    assert.equal(client.open.options.resourceVersion, '21');
    assert.equal(client.open.options.sendInitialEvents, undefined);
    assert.equal(client.lists.length, 0);
  });

  test('request the newest state if the version has expired or is too large', async (t) => {
    const tooLarge = apiError(504, 'Timeout', { causes: [{ reason: 'ResourceVersionTooLarge' }] });
    for (const error of [expired, tooLarge, apiError(400, 'BadRequest')]) {
      const { client, clock } = await synced(t);
      client.open.fail(expired);
      await clock.advance(800);
      client.open.fail(error);
      await clock.advance(0);
      assert.deepEqual(client.watchedVersions, ['', '7', '']);
      assert.equal(client.open.options.sendInitialEvents, true);
      assert.equal(client.lists.length, 0);
    }
  });

  test('are rejected if they are older than requested or have no version', async (t) => {
    for (const version of [6, '']) {
      const { client, informer, clock } = await synced(t);
      client.open.fail(expired);
      await clock.advance(800);
      client.open.endInitialEvents(version);
      await clock.advance(0);
      assert.equal(informer.store.size, version === 6 ? 1 : 0);
      assert.deepEqual(client.listedVersions, version === 6 ? [] : ['7']);
    }
  });

  test('are not requested again if the server rejects them', async (t) => {
    for (const [code, reason] of [
      [422, 'Invalid'],
      [400, 'BadRequest'],
    ] as const) {
      const client = new ScriptedClient(listOf(7, []));
      client.watchFailures.push(apiError(code, reason));
      const { clock, errors } = await streaming(t, client);
      assert.deepEqual(client.listedVersions, ['0']);
      assert.deepEqual(errors, []);
      client.open.fail(expired);
      await clock.advance(800);
      assert.deepEqual(client.listedVersions, ['0', '7']);
      const streams = client.watches.filter(({ options }) => options.sendInitialEvents);
      assert.equal(streams.length, 1);
    }
  });

  test('are not requested again if the server does not support them and sends nothing', async (t) => {
    const { client, clock, errors } = await streaming(t);
    await clock.advance(9_999);
    assert.equal(client.lists.length, 0);
    await clock.advance(1);
    assert.deepEqual(client.listedVersions, ['0']);
    assert.deepEqual(client.watchedVersions, ['', '90']);
    client.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(client.listedVersions, ['0', '90']);
    assert.deepEqual(errors, [expired]);
  });

  test('are not requested again if the server ignores the option and never ends the state', async (t) => {
    const { client, clock, informer, errors } = await streaming(t);
    client.open.send('ADDED', widget('a', 3));
    await clock.advance(5_000);
    for (let version = 4; version < 23; version++) {
      client.open.send('MODIFIED', widget('a', version));
      await clock.advance(500);
    }
    assert.equal(client.lists.length, 0);
    client.open.send('MODIFIED', widget('a', 23));
    await clock.advance(500);
    assert.deepEqual(client.listedVersions, ['0']);
    assert.equal(informer.hasSynced, true);
    assert.deepEqual(client.watchedVersions, ['', '90']);
    client.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(client.listedVersions, ['0', '90']);
    assert.deepEqual(errors, [expired]);
  });

  test('time out after a minute if objects are created continuously', async (t) => {
    const { client, clock, informer } = await streaming(t);
    for (let version = 1; version < 120; version++) {
      client.open.send('ADDED', widget(`w${version}`, version));
      await clock.advance(500);
    }
    assert.equal(client.lists.length, 0);
    await clock.advance(500);
    assert.deepEqual(client.listedVersions, ['0']);
    assert.equal(informer.hasSynced, true);
  });

  test('do not time out if data arrived while the event loop was blocked', async (t) => {
    const client = new ScriptedClient(listOf(90, []));
    client.streams = true;
    const { base: clock, clock: seen, block } = blockable();
    const { informer, start } = fixture(t, client, { clock: seen });
    await start();
    await clock.advance(9_999);
    block(11_000);
    // The timer fires before the arrived data is read.
    await clock.advance(1);
    client.open.send('ADDED', widget('a', 3));
    client.open.endInitialEvents(7);
    await clock.advance(1_000);
    assert.equal(informer.hasSynced, true);
    assert.equal(client.lists.length, 0);
    assert.equal(client.open.isEnded, false);
    client.open.fail(expired);
    await clock.advance(800);
    assert.equal(client.open.options.sendInitialEvents, true);
  });

  test('time out after a blocked event loop if no data has arrived', async (t) => {
    const client = new ScriptedClient(listOf(90, []));
    client.streams = true;
    const { base: clock, clock: seen, block } = blockable();
    const { informer, start } = fixture(t, client, { clock: seen });
    await start();
    block(11_000);
    await clock.advance(10_100);
    assert.equal(informer.hasSynced, true);
    assert.deepEqual(client.listedVersions, ['0']);
  });

  test('are not requested if the option is off', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { start } = fixture(t, client, { watchList: false });
    await start();
    assert.equal(client.refusedStreams, 0);
    assert.deepEqual(client.watchedVersions, ['7']);
  });

  const breaks: { readonly [how: string]: (watch: ScriptedWatch) => void } = {
    'ends early': (watch) => watch.close(),
    'loses its connection': (watch) => watch.fail(reset),
    'cannot be read': (watch) => watch.fail(new Error('unable to decode an event')),
    'contains another kind': (watch) => watch.send('ADDED', { ...widget('x', 9), kind: 'Gadget' }),
    'fails as an event': (watch) =>
      watch.sendAny({ type: 'ERROR', object: { code: 500, reason: 'InternalError' } }),
    'becomes silent': () => undefined,
  };
  for (const [how, breakOff] of Object.entries(breaks)) {
    test(`fall back to pages for one list if a stream ${how}`, async (t) => {
      const pages = new ScriptedClient(listOf(30, [widget('a', 3), widget('b', 30)]));
      const { client, clock, received } = await synced(t, pages);
      client.open.fail(expired);
      await clock.advance(800);
      client.open.send('ADDED', widget('c', 20));
      breakOff(client.open);
      await clock.advance(12_000);
      assert.deepEqual(received.slice(1), ['add b@30']);
      assert.deepEqual(client.listedVersions, ['7']);
      assert.equal(client.open.options.resourceVersion, '30');
      client.open.fail(expired);
      await clock.advance(60_000);
      const streams = client.watches.filter(({ options }) => options.sendInitialEvents);
      assert.ok(streams.length > 2, 'requested again at the next list');
    });
  }

  test('are retried after a delay if the server is unreachable or overloaded', async (t) => {
    const client = new ScriptedClient();
    const busy = apiError(429, 'TooManyRequests', { retryAfterSeconds: 20 });
    client.watchFailures.push(reset, busy);
    const { clock, errors } = await streaming(t, client);
    await clock.advance(800);
    await clock.advance(19_999);
    assert.equal(client.watches.length, 2);
    await clock.advance(1);
    assert.equal(client.watches.length, 3);
    assert.equal(client.lists.length, 0);
    assert.deepEqual(errors, [reset, busy]);
  });

  test('are checked by the deletion guard', async (t) => {
    const client = new ScriptedClient();
    client.streams = true;
    const { informer, clock, start } = fixture(t, client, { deletionGuard: { share: 0 } });
    await start();
    client.open.send('ADDED', widget('a', 3));
    client.open.endInitialEvents(7);
    client.open.fail(expired);
    await clock.advance(800);
    client.open.endInitialEvents(8);
    await clock.advance(0);
    assert.equal(informer.store.size, 1);
    await clock.advance(1600);
    assert.equal(client.open.options.resourceVersion, '');
    client.open.endInitialEvents(8);
    await clock.advance(0);
    assert.equal(informer.store.size, 0);
    assert.equal(informer.lastSyncResourceVersion, '8');
  });
});
