import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { fixture, record, recorder } from './informer-fixture.test.helper.js';
import { createLister } from './lister.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { PersistedWidget } from './scripted-client.test.helper.js';
import { createSharedInformer } from './shared-informer.js';

type Answers = ConstructorParameters<typeof ScriptedClient>;

/** The client of one namespace. */
function clientIn(
  namespace: string,
  ...answers: Answers
): ScriptedClient & { readonly namespace: string } {
  return Object.assign(new ScriptedClient(...answers), { namespace });
}

const inX = (name: string, version: number): PersistedWidget =>
  widget(name, version, { namespace: 'x', uid: `x-${name}` });
const inXy = (name: string, version: number): PersistedWidget =>
  widget(name, version, { namespace: 'xy', uid: `xy-${name}` });

const forbidden = apiError(403, 'Forbidden');
const expired = apiError(410, 'Expired');

describe('an informer over several namespaces', () => {
  test('lists all namespaces again after a restore of the server that one of them shows', async (t) => {
    const x = clientIn('x', listOf(90, [inX('a', 5)]), listOf(60, [inX('a', 5)]));
    const xy = clientIn('xy', listOf(30, [inXy('ghost', 29)]), listOf(60, [inXy('a', 6)]));
    const { informer, clock, start } = fixture(t, [x, xy]);
    await start();
    x.open.bookmark(50);
    await clock.advance(10_000);
    assert.deepEqual(informer.store.keys(), ['x/a', 'xy/a']);
  });

  test('has one cache and one lister, and has synced when all namespaces have', async (t) => {
    const x = clientIn('x', listOf(7, [inX('a', 5)]));
    const xy = clientIn('xy', forbidden, listOf(30, [inXy('a', 6), inXy('b', 7)]));
    const { informer, clock, errors, start, settle } = fixture(t, [x, xy]);
    const received: string[] = [];
    const registration = informer.addHandler(recorder(received));
    await start();
    assert.deepEqual([informer.hasSynced, registration.hasSynced], [false, false]);
    assert.equal(informer.lastSyncResourceVersion, '');
    assert.equal(errors.length, 1);
    assert.deepEqual(received, ['add a@5 initial']);

    x.open.send('MODIFIED', inX('a', 8));
    await settle();
    assert.deepEqual(
      received.slice(1),
      ['update a@5 -> a@8'],
      'a forbidden namespace does not stop another',
    );
    await clock.advance(800);
    await Promise.all([informer.synced(), registration.synced()]);
    assert.deepEqual(received.slice(2), ['add a@6 initial', 'add b@7 initial']);
    assert.equal(informer.lastSyncResourceVersion, '8');

    const lister = createLister(informer.store, informer.resource);
    assert.equal(lister.list().length, 3);
    assert.deepEqual(
      lister
        .namespace('xy')
        .list()
        .map(({ metadata }) => metadata.name),
      ['a', 'b'],
    );
  });

  test('relists one namespace without changing another whose name begins with it', async (t) => {
    const x = clientIn('x', listOf(7, [inX('a', 5), inX('b', 6)]), listOf(20, [inX('b', 15)]));
    const xy = clientIn('xy', listOf(9, [inXy('a', 8), inXy('b', 9)]));
    const { informer, clock, start } = fixture(t, [x, xy]);
    const received = record(informer);
    await start();
    received.length = 0;
    x.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(received, ['delete a@5 unknown', 'update b@6 -> b@15']);
    assert.deepEqual(informer.store.keys().sort(), ['x/b', 'xy/a', 'xy/b']);
    assert.deepEqual(informer.store.keysByIndex('namespace', 'x'), ['x/b']);
  });

  test('reports objects once to a handler that is added before all namespaces have synced', async (t) => {
    const x = clientIn('x', listOf(7, [inX('a', 5)]));
    const xy = clientIn('xy', forbidden, listOf(9, [inXy('b', 6)]));
    const { informer, clock, start, settle } = fixture(t, [x, xy]);
    await start();
    const received: string[] = [];
    const registration = informer.addHandler(recorder(received));
    await settle();
    assert.deepEqual(received, ['add a@5 initial']);
    assert.equal(registration.hasSynced, false);
    await clock.advance(800);
    assert.deepEqual(received, ['add a@5 initial', 'add b@6 initial']);
    assert.equal(registration.hasSynced, true);
  });

  test('stores no object of another namespace than the requested one', async (t) => {
    const mixed = listOf(20, [inX('a', 5), inXy('c', 9)]);
    const x = clientIn('x', listOf(7, [inX('a', 5)]), mixed, listOf(21, [inX('b', 21)]));
    const xy = clientIn('xy', listOf(9, [inXy('b', 6)]));
    const { informer, clock, errors, start, settle } = fixture(t, [x, xy]);
    await start();
    x.open.send('ADDED', inXy('c', 10));
    x.open.send('DELETED', inXy('b', 11));
    await settle();
    assert.deepEqual(informer.store.keys(), ['x/a', 'xy/b']);
    x.open.fail(expired);
    await clock.advance(800);
    assert.match(String(errors[1]), /list of the namespace "x" contains "xy\/c"/);
    assert.deepEqual(informer.store.keys(), ['x/a', 'xy/b']);
    await clock.advance(1_600);
    assert.deepEqual(informer.store.keys().sort(), ['x/b', 'xy/b']);
  });

  test('logs the namespace of a failure', async () => {
    const lines: LogLine[] = [];
    const clients = [clientIn('x', listOf(7, [])), clientIn('xy', forbidden)];
    const informer = createSharedInformer(clients, { logger: collectingLogger(lines) });
    const controller = new AbortController();
    const running = informer.run({ signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await running;
    assert.deepEqual(
      lines.map(({ fields }) => fields['namespace']),
      ['xy'],
    );
  });

  test('requires one client per namespace', () => {
    const x = clientIn('x', listOf(7, []));
    assert.throws(() => createSharedInformer([]), /at least one client/);
    assert.throws(() => createSharedInformer([x, x]), /duplicate namespace "x"/);
    assert.throws(() => createSharedInformer([x, clientIn('', listOf(7, []))]), /one has none/);
  });
});
