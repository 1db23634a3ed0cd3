import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isNotFound } from '../client/errors.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { fixture, record, recorder } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { PersistedWidget } from './scripted-client.test.helper.js';

const expired = apiError(410, 'Expired');

describe('shared informer: handlers', () => {
  test('reports adds, updates and deletions after the store was updated', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 7)]));
    const { informer, start, settle } = fixture(t, client);
    const received = record(informer);
    const inStore: (string | undefined)[] = [];
    informer.addHandler({
      onUpdate: () => void inStore.push(informer.store.find('default/a')?.metadata.resourceVersion),
    });
    await start();
    client.open.send('MODIFIED', widget('a', 8));
    client.open.send('ADDED', widget('b', 9));
    client.open.send('DELETED', widget('a', 10));
    await settle();
    assert.deepEqual(received, ['add a@7 initial', 'update a@7 -> a@8', 'add b@9', 'delete a@10']);
    assert.equal(inStore.length, 1);
  });

  test('replaces a list atomically for handlers and index functions', async (t) => {
    const names = Array.from({ length: 1200 }, (_, i) => `w${i}`);
    const listed = (version: number, from: number): PersistedWidget[] =>
      names.slice(from, from + 1000).map((name) => widget(name, version));
    const client = new ScriptedClient(listOf(7, listed(7, 0)));
    const { informer, start, clock } = fixture(t, client);
    const seen = new Set<string>();
    const received = { onAdd: 0, onUpdate: 0, onDelete: 0 };
    const look = (): void => {
      const versions = informer.store.list().map(({ metadata }) => metadata.resourceVersion);
      seen.add(`${versions.length} at ${[...new Set(versions)].join()}`);
    };
    const count = (method: keyof typeof received): void => {
      received[method]++;
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
    assert.deepEqual(received, { onAdd: 200, onUpdate: 800, onDelete: 200 });
    assert.deepEqual([...seen], ['1000 at 9']);
  });

  test('logs the key if a handler throws or rejects, and continues', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
    const lines: LogLine[] = [];
    const { informer, start, settle } = fixture(t, client, { logger: collectingLogger(lines) });
    let calls = 0;
    const received: string[] = [];
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
    informer.addHandler(recorder(received));
    await start();
    client.open.send('MODIFIED', widget('a', 8));
    client.open.send('DELETED', widget('a', 9));
    await settle();
    assert.equal(calls, 3);
    assert.equal(received.length, 4);
    assert.deepEqual(
      lines.map(({ fields }) => [fields.key, fields.event, fields.handler, fields.resource]),
      [
        ['default/a', 'add', 'bad', 'widgets.example.com'],
        ['default/b', 'add', 'bad', 'widgets.example.com'],
        ['default/a', 'update', 'bad', 'widgets.example.com'],
      ],
    );
  });

  test('delays only a slow handler, and keeps its order', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
    const { informer, start, settle } = fixture(t, client);
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
  });

  test('reports the whole cache as an initial list to a handler that is added later', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle } = fixture(t, client);
    await start();
    client.open.send('ADDED', widget('b', 8));
    await settle();
    const received: string[] = [];
    const registration = informer.addHandler(recorder(received));
    assert.equal(registration.hasSynced, false);
    assert.equal(informer.lister.find({ namespace: 'default', name: 'b' })?.metadata.name, 'b');
    assert.equal(informer.lister.find('default/c'), undefined);
    assert.throws(() => informer.lister.get('default/c'), isNotFound);
    client.open.send('ADDED', widget('c', 9));
    await registration.synced();
    await settle();
    assert.deepEqual(received, ['add a@5 initial', 'add b@8 initial', 'add c@9']);
  });

  test('reports the deletion of the stored object if another one was deleted', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5, { uid: 'old' })]));
    const { informer, start, settle } = fixture(t, client);
    const received = record(informer);
    await start();
    client.open.send('DELETED', widget('a', 9, { uid: 'new' }));
    await settle();
    assert.deepEqual(received, ['add a@5 initial', 'delete a@5 unknown']);
    assert.equal(informer.store.size, 0);
  });

  test('reports an object with a new uid as a deletion and an add', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5, { uid: 'old' })]),
      listOf(20, [widget('a', 15, { uid: 'new' })]),
    );
    const { informer, clock, start, settle } = fixture(t, client);
    const received = record(informer);
    await start();
    client.open.fail(expired);
    await clock.advance(800);
    client.open.send('MODIFIED', widget('a', 30, { uid: 'third' }));
    await settle();
    assert.deepEqual(received.slice(1), [
      'delete a@5 unknown',
      'add a@15',
      'delete a@15 unknown',
      'add a@30',
    ]);
  });

  test('removes a handler once and drops only its pending events', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle } = fixture(t, client);
    const received: string[] = [];
    const others: string[] = [];
    const registration = informer.addHandler(recorder(received));
    informer.addHandler(recorder(others));
    await start();
    informer.removeHandler(registration);
    informer.removeHandler(registration);
    client.open.send('ADDED', widget('b', 8));
    await settle();
    assert.equal(received.length, 1);
    assert.equal(others.length, 2);
  });

  test('waits for all handlers, including removed ones, and rejects new ones after it has stopped', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle, stop } = fixture(t, client);
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
    assert.throws(() => informer.addHandler({}), /the informer has stopped/);
  });

  test('yields to timers while it reports many objects', async (t) => {
    const items = Array.from({ length: 5000 }, (_, i) => widget(`w${i}`, i + 1));
    const { informer, start } = fixture(t, new ScriptedClient(listOf(9000, items)));
    let received = 0;
    informer.addHandler({
      onAdd() {
        received++;
      },
    });
    await start();
    assert.ok(received > 0 && received < 5000, `received ${received} without a pause`);
  });
});

describe('shared informer: syncing', () => {
  test('has synced before its handlers', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start, settle } = fixture(t, client);
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
  });

  test('syncs on an empty list', async (t) => {
    const { informer, start } = fixture(t, new ScriptedClient(listOf(7, [])));
    const registration = informer.addHandler({});
    await start();
    await Promise.all([informer.synced(), registration.synced()]);
    assert.ok(informer.hasSynced && registration.hasSynced);
  });

  test('rejects synced() when the signal aborts or the informer stops first', async (t) => {
    const { informer, start, stop } = fixture(
      t,
      new ScriptedClient(apiError(500, 'InternalError')),
    );
    const ended = /the informer of widgets\.example\.com stopped before it had synced/;
    const removed = /the handler was removed or its informer stopped before the handler had synced/;
    const registration = informer.addHandler({});
    const controller = new AbortController();
    const impatient = informer.synced({ signal: controller.signal });
    const patient = informer.synced();
    const registered = registration.synced();
    await start();
    const reason = new Error('aborted by the test');
    controller.abort(reason);
    await assert.rejects(impatient, reason);
    await Promise.all([
      stop(),
      assert.rejects(patient, ended),
      assert.rejects(registered, removed),
    ]);
    await assert.rejects(informer.synced(), ended);
  });

  test('runs once if it is started twice', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { start } = fixture(t, client);
    await start();
    await start();
    assert.equal(client.lists.length, 1);
  });
});

describe('shared informer: resync', () => {
  test('resyncs handlers at their own intervals, without requests', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, clock, start, stop } = fixture(t, client);
    const [often, seldom, never]: string[][] = [[], [], []];
    informer.addHandler(recorder(often ?? []), { resyncMs: 1 });
    informer.addHandler(recorder(seldom ?? []), { resyncMs: 5000 });
    informer.addHandler(recorder(never ?? []));
    await start();
    await clock.advance(10_000);
    assert.equal(often?.length, 11, 'at most once a second');
    assert.equal(seldom?.length, 3);
    assert.equal(never?.length, 1);
    assert.equal(often?.[1], 'update a@5 -> a@5');
    assert.equal(client.lists.length, 1);
    await stop();
    assert.equal(clock.pendingTimers, 0);
  });

  test('reports an unchanged version only to handlers with resyncs', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5), widget('b', 6)]),
      listOf(9, [widget('a', 5), widget('b', 8)]),
    );
    const { informer, clock, start } = fixture(t, client, { resyncMs: 60_000 });
    const asked: string[] = [];
    const not: string[] = [];
    informer.addHandler(recorder(asked));
    informer.addHandler(recorder(not), { resyncMs: 0 });
    await start();
    client.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(asked.slice(2), ['update a@5 -> a@5', 'update b@6 -> b@8']);
    assert.deepEqual(not.slice(2), ['update b@6 -> b@8']);
  });

  test('skips resyncs for a handler that is still processing one', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, clock, start, settle, stop } = fixture(t, client);
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
    assert.ok(updates <= 2, 'at most one more was pending');
    const ended = stop();
    release();
    await ended;
  });
});

describe('shared informer: stored objects', () => {
  test('transforms objects before they are stored, and stores an object whose transform throws', async (t) => {
    const lines: LogLine[] = [];
    const owned = widget('a', 5);
    owned.metadata.managedFields = [{ manager: 'kubectl' }];
    const client = new ScriptedClient(listOf(7, [owned, widget('bad', 6)]));
    const { informer, start } = fixture(t, client, {
      logger: collectingLogger(lines),
      transform: (object) => {
        if (object.metadata.name === 'bad') throw new Error('cannot');
        object.metadata.managedFields = undefined;
        return object;
      },
    });
    await start();
    assert.equal(informer.store.find('default/a')?.metadata.managedFields, undefined);
    assert.ok(informer.store.has('default/bad'));
    assert.equal(lines.length, 1);
  });

  test('keeps the copy of an object that a relist does not change', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]), listOf(9, [widget('a', 5)]));
    const { informer, clock, start } = fixture(t, client);
    await start();
    const before = informer.store.find('default/a');
    client.open.fail(expired);
    await clock.advance(800);
    assert.equal(informer.store.find('default/a'), before);
  });

  test('freezes objects if freezeObjects is set', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5)]));
    const { informer, start } = fixture(t, client, { freezeObjects: true });
    await start();
    const object = informer.store.find('default/a');
    assert.ok(object);
    assert.throws(() => Object.assign(object.spec, { color: 'blue' }), TypeError);
  });

  test('indexes by namespace, and by indexers added while it runs', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 5, { namespace: 'x' }), widget('b', 6, { namespace: 'y' })]),
    );
    const { informer, start, settle } = fixture(t, client);
    await start();
    assert.deepEqual(informer.store.keysByIndex('namespace', 'x'), ['x/a']);
    informer.addIndexers({ color: (object) => [object.spec.color] });
    client.open.send('MODIFIED', widget('a', 8, { namespace: 'x', color: 'blue' }));
    await settle();
    assert.deepEqual(informer.store.keysByIndex('color', 'red'), ['y/b']);
    assert.deepEqual(informer.store.keysByIndex('color', 'blue'), ['x/a']);
  });
});

describe('shared informer: stored objects', () => {
  test('drops objects that it does not store, from lists, watches and own writes', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
    const { informer, start, settle } = fixture(t, client, {
      stores: ({ metadata }) => metadata.name !== 'b',
    });
    const received = record(informer);
    await start();
    client.open.send('MODIFIED', widget('b', 8));
    client.open.send('MODIFIED', widget('a', 9));
    client.open.send('DELETED', widget('b', 10));
    await settle();
    assert.deepEqual(received, ['add a@5 initial', 'update a@5 -> a@9']);
    assert.equal(informer.recordWrite(widget('b', 11)), undefined);
    assert.deepEqual([...informer.store.keys()], ['default/a']);
  });

  test('removes an object whose new state it does not store', async (t) => {
    const client = new ScriptedClient(
      listOf(
        7,
        ['a', 'b'].map((name) => widget(name, 5)),
      ),
    );
    const { informer, start, settle } = fixture(t, client, {
      stores: ({ spec }) => spec.color === 'red',
    });
    const received = record(informer);
    await start();
    client.open.send('MODIFIED', widget('a', 8, { color: 'blue' }));
    client.open.send('DELETED', widget('b', 9, { color: 'blue' }));
    client.open.send('DELETED', widget('a', 10, { color: 'blue' }));
    await settle();
    assert.deepEqual([...informer.store.keys()], []);
    // Handlers find the former owner in the state that they know.
    assert.deepEqual(received.slice(2), ['delete a@5', 'delete b@5']);
    assert.equal(informer.lastSyncResourceVersion, '10');
    client.open.send('MODIFIED', widget('a', 11));
    await settle();
    assert.deepEqual([...informer.store.keys()], ['default/a']);
  });

  test('relist() stores the newest state, and resolves then', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 5), widget('b', 6)]));
    let hidden = 'b';
    const { informer, start, settle } = fixture(t, client, {
      stores: ({ metadata }) => metadata.name !== hidden,
    });
    const received = record(informer);
    await start();
    hidden = 'a';
    client.listAnswers.splice(0, 1, listOf(9, [widget('a', 5), widget('b', 8)]));
    let isListed = false;
    const listed = informer.relist({ signal: new AbortController().signal }).then(() => {
      isListed = true;
    });
    assert.equal(isListed, false);
    await settle();
    await listed;
    assert.deepEqual([...informer.store.keys()], ['default/b']);
    assert.deepEqual(received.sort(), ['add a@5 initial', 'add b@8', 'delete a@5 unknown']);
    client.open.send('MODIFIED', widget('b', 10));
    await settle();
    assert.equal(informer.store.find('default/b')?.metadata.resourceVersion, '10');
  });

  test('relist() rejects if its signal aborts', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { informer, start } = fixture(t, client);
    await start();
    const stopping = new AbortController();
    const listed = informer.relist({ signal: stopping.signal });
    stopping.abort(new Error('the end'));
    await assert.rejects(listed, /the end/);
  });
});
