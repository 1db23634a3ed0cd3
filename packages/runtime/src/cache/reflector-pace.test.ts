import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { ScriptedWatch } from './scripted-client.test.helper.js';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A server that sends the same event on each watch and closes it. */
class ClosingClient extends ScriptedClient {
  readonly #say: (watch: ScriptedWatch, round: number) => void;

  constructor(say: (watch: ScriptedWatch, round: number) => void) {
    super(listOf(7, []));
    this.#say = say;
  }

  override watch = (
    options: ScriptedWatch['options'] = {},
  ): ReturnType<ScriptedClient['watch']> => {
    const events = this.begin(options);
    if (options.sendInitialEvents !== true) {
      this.#say(this.open, this.watches.length);
      this.open.close();
    }
    return events;
  };
}

describe('reflector: the rate of watches', () => {
  const sayings: { readonly [what: string]: (watch: ScriptedWatch, round: number) => void } = {
    nothing: () => undefined,
    'one bookmark': (watch) => watch.bookmark(7),
    'a newer bookmark each time': (watch, round) => watch.bookmark(7 + round),
    'the same event': (watch) => watch.send('MODIFIED', widget('a', 7)),
    'an older event': (watch) => watch.send('MODIFIED', widget('a', 5)),
    'an object of another kind': (watch) =>
      watch.send('ADDED', { ...widget('x', 99), kind: 'Gadget' }),
  };
  for (const [what, say] of Object.entries(sayings)) {
    test(`is limited if the server sends ${what} and closes`, async (t) => {
      const client = new ClosingClient(say);
      const { clock, start } = fixture(t, client);
      await start();
      await clock.advance(60_000);
      const { watches, lists } = client;
      assert.ok(watches.length > 4 && watches.length < 20, `${watches.length} watches`);
      assert.ok(lists.length < 10, `${lists.length} lists`);
    });
  }

  test('is limited if each watch ends after a change, which is reported without delay', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { informer, clock, start, settle, stop, errors } = fixture(t, client);
    await start();
    for (let version = 8; version < 18; version++) {
      client.open.send('MODIFIED', widget('a', version));
      client.open.close();
      await settle();
      assert.equal(informer.lister.find('default/a')?.metadata.resourceVersion, String(version));
    }
    const flood = new ClosingClient((watch, round) => watch.send('ADDED', widget('a', 7 + round)));
    const flooded = fixture(t, flood);
    await flooded.start();
    await flooded.clock.advance(10_000);
    assert.ok(flood.watches.length > 100 && flood.watches.length < 115, `${flood.watches.length}`);
    assert.deepEqual([errors, flooded.errors], [[], []]);
    await clock.advance(0);
    await stop();
    await flooded.stop();
  });
});

describe('reflector: a silent watch', () => {
  test('is restarted from the last version after 65 to 75 s and a request for the newest version', async (t) => {
    for (const [random, silenceMs] of [
      [0, 65_000],
      [0.5, 70_000],
    ] as const) {
      const client = new ScriptedClient(listOf(7, []), listOf(99, []));
      const { clock, start, errors } = fixture(t, client, { random: () => random });
      await start();
      await clock.advance(silenceMs - 1);
      assert.equal(client.watches.length, 1);
      await clock.advance(1);
      assert.equal(client.watches[0]?.isEnded, true);
      assert.equal(client.lists[1]?.limit, 1);
      assert.deepEqual(client.watchedVersions, ['7', '7']);
      assert.deepEqual(errors, []);
    }
  });

  test('leads to a list after three, if the state of the server is newer: a proxy holds events back', async (t) => {
    const client = new ScriptedClient(
      listOf(7, []),
      ...[7, 98, 98, 99].map((version) => listOf(version, [])),
      listOf(99, [widget('a', 98)]),
    );
    const { informer, clock, start, errors } = fixture(t, client);
    await start();
    await clock.advance(65_000);
    await clock.advance(64_999);
    client.open.bookmark(8);
    for (let i = 0; i < 3; i++) await clock.advance(65_000);
    assert.deepEqual(informer.store.keys(), []);
    await clock.advance(65_000);
    assert.deepEqual(client.listedVersions.slice(-2), [undefined, '8']);
    assert.deepEqual(informer.store.keys(), ['default/a']);
    assert.match(String(errors), /^HeldWatchError: consecutive watches received neither/);
  });

  test('is reported by the time of the last list, event or bookmark', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { informer, clock, start, settle } = fixture(t, client);
    assert.equal(informer.lastContactMs, undefined);
    await start();
    const silentMs = () => clock.nowMs() - (informer.lastContactMs ?? NaN);
    assert.equal(silentMs(), 0);
    await clock.advance(5_000);
    assert.equal(silentMs(), 5_000);
    client.open.bookmark(8);
    await settle();
    assert.equal(silentMs(), 0);
    await clock.advance(3_000);
    client.open.send('ADDED', widget('a', 9));
    await settle();
    assert.equal(silentMs(), 0);
  });

  test('is measured from the last event or bookmark', async (t) => {
    const client = new ScriptedClient(listOf(7, []), listOf(99, []));
    const { clock, start } = fixture(t, client);
    await start();
    for (let minute = 1; minute <= 4; minute++) {
      await clock.advance(60_000);
      if (minute % 2 === 0) client.open.bookmark(7 + minute);
      else client.open.send('ADDED', widget('a', 7 + minute));
    }
    assert.equal(client.watches.length, 1);
    await clock.advance(65_000);
    assert.deepEqual(client.watchedVersions, ['7', '11']);
  });

  test('is restarted correctly if times are fractional', async (t) => {
    const client = new ScriptedClient(listOf(7, []), listOf(99, []));
    const { clock, start } = fixture(t, client, { random: () => 0.1234567890123456 });
    await start();
    for (let step = 0; step < 30; step++) {
      await clock.advance(1000 / 3);
      client.open.bookmark(8);
    }
    await clock.advance(100_000.7);
    assert.equal(client.watches.length, 2);
  });

  test('continues if the request for the newest version fails', async (t) => {
    const client = new ScriptedClient(listOf(7, []), refused, listOf(9, []));
    const { clock, start, errors } = fixture(t, client);
    await start();
    await clock.advance(65_000);
    assert.deepEqual(errors, [refused]);
    assert.equal(client.watches.length, 1);
    await clock.advance(800);
    assert.deepEqual(client.watchedVersions, ['7', '7']);
  });
});

describe('reflector: after a network outage', () => {
  test('retries within 10 s after an outage of any length', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    client.watchFailures.push(...Array.from({ length: 100 }, () => refused));
    const { clock, start } = fixture(t, client, { random: () => 0.999 });
    await start();
    await clock.advance(90_000);
    const before = client.watches.length;
    await clock.advance(10_000);
    assert.ok(client.watches.length > before);
    assert.ok(client.watches.length < 20);
  });

  test('delays up to 30 s if the server rejects requests', async (t) => {
    const client = new ScriptedClient(apiError(503, 'ServiceUnavailable'));
    const { clock, start } = fixture(t, client, { random: () => 0.999 });
    await start();
    await clock.advance(90_000);
    const before = client.lists.length;
    await clock.advance(300_000);
    assert.equal(client.lists.length - before, 10);
  });
});
