import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isNotFound } from '../client/errors.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { fixture, recorder } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { PersistedWidget } from './scripted-client.test.helper.js';

const expired = apiError(410, 'Expired');

describe('shared informer: handlers', () => {
  test('tells adds, updates and deletions after the store has them', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 7)]));
    const { informer, start, settle, stop } = fixture(client);
    const told: string[] = [];
    informer.addHandler(recorder(told));
    const inStore: (string | undefined)[] = [];
    informer.addHandler({
      onUpdate: () => void inStore.push(informer.store.find('default/a')?.metadata.resourceVersion),
    });
    await start();
    client.open.send('MODIFIED', widget('a', 8));
    client.open.send('ADDED', widget('b', 9));
    client.open.send('DELETED', widget('a', 10));
    await settle();
    assert.deepEqual(told, ['add a@7 initial', 'update a@7 -> a@8', 'add b@9', 'delete a@10']);
    assert.equal(inStore.length, 1);
    await stop();
  });

  test('shows neither handlers nor index functions a mixture of a list and what was before it', async () => {
    const names = Array.from({ length: 1200 }, (_, i) => `w${i}`);
    const listed = (version: number, from: number): PersistedWidget[] =>
      names.slice(from, from + 1000).map((name) => widget(name, version));
    const client = new ScriptedClient(listOf(7, listed(7, 0)));
    const { informer, start, clock, stop } = fixture(client);
    const seen = new Set<string>();
    const told = { onAdd: 0, onUpdate: 0, onDelete: 0 };
    const look = (): void => {
      const versions = informer.store.list().map(({ metadata }) => metadata.resourceVersion);
      seen.add(`${versions.length} at ${[...new Set(versions)].join()}`);
    };
    const count = (method: keyof typeof told): void => {
      told[method]++;
      look();
    };
    await start();
    client.listAnswers.splice(0, 1, listOf(9, listed(9, 200)));
    informer.addIndexers({
      curious({ metadata }) {
        if (metadata.resourceVersion === '9') look();
        return [];
      },
    });
    informer.addHandler({
      onAdd: (_object, isInitial) => (isInitial ? undefined : count('onAdd')),
      onUpdate: () => count('onUpdate'),
      onDelete: () => count('onDelete'),
    });
    client.open.fail(expired);
    await clock.advance(60_000);
    assert.deepEqual(told, { onAdd: 200, onUpdate: 800, onDelete: 200 });
    assert.deepEqual([...seen], ['1000 at 9']);
    await stop();
  });

  test('logs a handler that throws or rejects, with the key, and goes on', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
    const lines: LogLine[] = [];
    const { informer, start, settle, stop } = fixture(client, { logger: collectingLogger(lines) });
    let calls = 0;
    const told: string[] = [];
    const reason: unknown = 'not even an Error';
    informer.addHandler(
      {
        onAdd() {
          calls++;
          throw new Error('sync');
        },
        onUpdate: () => Promise.reject(reason),
        onDelete() {
          calls++;
        },
      },
      { name: 'bad' },
    );
    informer.addHandler(recorder(told));
    await start();
    client.open.send('MODIFIED', widget('a', 8));
    client.open.send('DELETED', widget('a', 9));
    await settle();
    assert.equal(calls, 3);
    assert.equal(told.length, 4);
    assert.deepEqual(
      lines.map(({ fields }) => [fields.key, fields.event, fields.handler, fields.resource]),
      [
        ['default/a', 'add', 'bad', 'widgets.example.com'],
        ['default/b', 'add', 'bad', 'widgets.example.com'],
        ['default/a', 'update', 'bad', 'widgets.example.com'],
      ],
    );
    await stop();
  });

  test('lets a slow handler delay only itself, and keeps its order', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
    const { informer, start, settle, stop } = fixture(client);
    const gates: (() => void)[] = [];
    const slow: string[] = [];
    const quick: string[] = [];
    informer.addHandler({
      async onAdd(object) {
        await new Promise<void>((resolve) => gates.push(resolve));
        slow.push(object.metadata.name ?? '');
      },
    });
    informer.addHandler(recorder(quick));
    await start();
    client.open.send('ADDED', widget('c', 8));
    await settle();
    assert.equal(quick.length, 3);
    assert.equal(gates.length, 1, 'one event at a time');
    for (const name of ['a', 'b', 'c']) {
      gates.shift()?.();
      await settle();
      assert.equal(slow.at(-1), name);
    }
    await stop();
  });

  test('tells a late handler the whole cache as an initial list', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle, stop } = fixture(client);
    await start();
    client.open.send('ADDED', widget('b', 8));
    await settle();
    const told: string[] = [];
    const registration = informer.addHandler(recorder(told));
    assert.equal(registration.hasSynced, false);
    assert.equal(informer.find({ namespace: 'default', name: 'b' })?.metadata.name, 'b');
    assert.equal(informer.find('default/c'), undefined);
    assert.throws(() => informer.get('default/c'), isNotFound);
    client.open.send('ADDED', widget('c', 9));
    await registration.synced();
    await settle();
    assert.deepEqual(told, ['add a@5 initial', 'add b@8 initial', 'add c@9']);
    await stop();
  });

  test('tells the deletion of the object that it told, where the deletion of another one comes', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5, { uid: 'old' })]));
    const { informer, start, settle, stop } = fixture(client);
    const told: string[] = [];
    informer.addHandler(recorder(told));
    await start();
    client.open.send('DELETED', widget('a', 9, { uid: 'new' }));
    await settle();
    assert.deepEqual(told, ['add a@5 initial', 'delete a@5 unknown']);
    assert.equal(informer.store.size, 0);
    await stop();
  });

  test('tells an object of a new uid under one key as a deletion and an add', async () => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5, { uid: 'old' })]),
      listOf(20, [widget('a', 15, { uid: 'new' })]),
    );
    const { informer, clock, start, settle, stop } = fixture(client);
    const told: string[] = [];
    informer.addHandler(recorder(told));
    await start();
    client.open.fail(expired);
    await clock.advance(800);
    client.open.send('MODIFIED', widget('a', 30, { uid: 'third' }));
    await settle();
    assert.deepEqual(told.slice(1), [
      'delete a@5 unknown',
      'add a@15',
      'delete a@15 unknown',
      'add a@30',
    ]);
    await stop();
  });

  test('takes a handler out once, drops what it was not told, and lets others be', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle, stop } = fixture(client);
    const told: string[] = [];
    const others: string[] = [];
    const registration = informer.addHandler(recorder(told));
    informer.addHandler(recorder(others));
    await start();
    informer.removeHandler(registration);
    informer.removeHandler(registration);
    client.open.send('ADDED', widget('b', 8));
    await settle();
    assert.equal(told.length, 1);
    assert.equal(others.length, 2);
    await stop();
  });

  test('waits at its end for handlers, also for those taken out, and takes no new ones', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle, stop } = fixture(client);
    let release = (): void => {};
    const registration = informer.addHandler({
      onAdd: () => new Promise((resolve) => (release = resolve)),
    });
    await start();
    informer.removeHandler(registration);
    let isEnded = false;
    const ended = stop().then(() => (isEnded = true));
    await settle();
    assert.equal(isEnded, false);
    release();
    await ended;
    assert.throws(() => informer.addHandler({}), /the informer has ended/);
  });

  test('gives timers their turn while it tells very many objects', async () => {
    const items = Array.from({ length: 5000 }, (_, i) => widget(`w${i}`, i + 1));
    const { informer, start, stop } = fixture(new ScriptedClient(listOf(9000, items)));
    let told = 0;
    informer.addHandler({
      onAdd() {
        told++;
      },
    });
    await start();
    assert.ok(told > 0 && told < 5000, `told ${told} without a pause`);
    await stop();
  });
});

describe('shared informer: syncing', () => {
  test('has synced before its handlers have', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle, stop } = fixture(client);
    let release = (): void => {};
    const registration = informer.addHandler({
      onAdd: () => new Promise((resolve) => (release = resolve)),
    });
    assert.equal(informer.hasSynced, false);
    await start();
    await informer.synced();
    assert.equal(informer.hasSynced, true);
    assert.equal(registration.hasSynced, false);
    release();
    await registration.synced();
    await settle();
    assert.equal(registration.hasSynced, true);
    await stop();
  });

  test('syncs on an empty list', async () => {
    const { informer, start, stop } = fixture(new ScriptedClient(listOf(7, [])));
    const registration = informer.addHandler({});
    await start();
    await Promise.all([informer.synced(), registration.synced()]);
    assert.ok(informer.hasSynced && registration.hasSynced);
    await stop();
  });

  test('ends waiting with the reason of the signal, or because the informer ended first', async () => {
    const { informer, start, stop } = fixture(new ScriptedClient(apiError(500, 'InternalError')));
    const ended = /the informer of widgets\.example\.com ended before it had synced/;
    const removed = /the handler was removed, or its informer ended, before it had synced/;
    const registration = informer.addHandler({});
    const controller = new AbortController();
    const impatient = informer.synced({ signal: controller.signal });
    const patient = informer.synced();
    const registered = registration.synced();
    await start();
    const reason = new Error('no more patience');
    controller.abort(reason);
    await assert.rejects(impatient, reason);
    await Promise.all([
      stop(),
      assert.rejects(patient, ended),
      assert.rejects(registered, removed),
    ]);
    await assert.rejects(informer.synced(), ended);
  });

  test('is one informer when it is started twice', async () => {
    const client = new ScriptedClient(listOf(7, []));
    const { start, stop } = fixture(client);
    await start();
    await start();
    assert.equal(client.lists.length, 1);
    await stop();
  });
});

describe('shared informer: resync', () => {
  test('resyncs those who asked, each at its pace, without a request', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, clock, start, stop } = fixture(client);
    const [often, seldom, never]: string[][] = [[], [], []];
    informer.addHandler(recorder(often ?? []), { resyncMs: 1 });
    informer.addHandler(recorder(seldom ?? []), { resyncMs: 5000 });
    informer.addHandler(recorder(never ?? []));
    await start();
    await clock.advance(10_000);
    assert.equal(often?.length, 11, 'once a second at the most');
    assert.equal(seldom?.length, 3);
    assert.equal(never?.length, 1);
    assert.equal(often?.[1], 'update a@5 -> a@5');
    assert.equal(client.lists.length, 1);
    await stop();
    assert.equal(clock.pendingTimers, 0);
  });

  test('tells the same version again only to those who asked for resyncs', async () => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5), widget('b', 6)]),
      listOf(9, [widget('a', 5), widget('b', 8)]),
    );
    const { informer, clock, start, stop } = fixture(client, { resyncMs: 60_000 });
    const asked: string[] = [];
    const not: string[] = [];
    informer.addHandler(recorder(asked));
    informer.addHandler(recorder(not), { resyncMs: 0 });
    await start();
    client.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(asked.slice(2), ['update a@5 -> a@5', 'update b@6 -> b@8']);
    assert.deepEqual(not.slice(2), ['update b@6 -> b@8']);
    await stop();
  });

  test('leaves out resyncs for a handler that still works on one', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, clock, start, settle, stop } = fixture(client);
    let updates = 0;
    let release = (): void => {};
    informer.addHandler(
      {
        onUpdate() {
          updates++;
          return new Promise((resolve) => (release = resolve));
        },
      },
      { resyncMs: 1000 },
    );
    await start();
    await clock.advance(20_000);
    assert.equal(updates, 1);
    release();
    await settle();
    assert.ok(updates <= 2, 'at most one more had been waiting');
    const ended = stop();
    release();
    await ended;
  });
});

describe('shared informer: what is stored', () => {
  test('transforms objects before they are stored, and keeps one whose transform throws', async () => {
    const lines: LogLine[] = [];
    const owned = widget('a', 5);
    owned.metadata.managedFields = [{ manager: 'kubectl' }];
    const client = new ScriptedClient(listOf(7, [owned, widget('bad', 6)]));
    const { informer, start, stop } = fixture(client, { logger: collectingLogger(lines) });
    informer.setTransform((object) => {
      if (object.metadata.name === 'bad') throw new Error('cannot');
      object.metadata.managedFields = undefined;
      return object;
    });
    await start();
    assert.equal(informer.store.find('default/a')?.metadata.managedFields, undefined);
    assert.ok(informer.store.has('default/bad'));
    assert.equal(lines.length, 1);
    await stop();
  });

  test('refuses a transform and an error handler once it runs', async () => {
    const { informer, start, stop } = fixture(new ScriptedClient(listOf(7, [])));
    await start();
    assert.throws(() => informer.setTransform((object) => object), /call it before run/);
    assert.throws(() => informer.setErrorHandler(() => {}), /call it before run/);
    await stop();
  });

  test('keeps the one copy of an object that a relist does not change', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]), listOf(9, [widget('a', 5)]));
    const { informer, clock, start, stop } = fixture(client);
    await start();
    const before = informer.store.find('default/a');
    client.open.fail(expired);
    await clock.advance(800);
    assert.equal(informer.store.find('default/a'), before);
    await stop();
  });

  test('can freeze objects, so that changing one throws', async () => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, stop } = fixture(client, { freezeObjects: true });
    await start();
    const object = informer.store.find('default/a');
    assert.ok(object);
    assert.throws(() => Object.assign(object.spec, { color: 'blue' }), TypeError);
    await stop();
  });

  test('indexes by namespace, and by indexers added while it runs', async () => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5, { namespace: 'x' }), widget('b', 6, { namespace: 'y' })]),
    );
    const { informer, start, settle, stop } = fixture(client);
    await start();
    assert.deepEqual(informer.store.keysByIndex('namespace', 'x'), ['x/a']);
    informer.addIndexers({ color: (object) => [object.spec.color] });
    client.open.send('MODIFIED', widget('a', 8, { namespace: 'x', color: 'blue' }));
    await settle();
    assert.deepEqual(informer.store.keysByIndex('color', 'red'), ['y/b']);
    assert.deepEqual(informer.store.keysByIndex('color', 'blue'), ['x/a']);
    await stop();
  });
});
