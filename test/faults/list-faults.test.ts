// Faults of lists, by the rows of the fault matrix.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHttpsServer } from '@vmgen/apiserver';
import { systemClock } from '@vmgen/runtime';
import { upstreamTo } from '../support/api-proxy.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { statusText } from './model/byte-stream.js';
import { ModelServer } from './model/model-server.js';
import { follow, linger } from './support/followed.js';
import { startFaultyCluster } from './support/faulty-cluster.js';
import { startScriptedServer, widget, widgetList } from './support/scripted-server.js';

describe('a list', () => {
  test('row 10: of a server that lags behind deletes nothing', async (t) => {
    const server = await startScriptedServer((request) => {
      const { length } = server.lists;
      if (request.isWatch) {
        if (server.watches.length === 1) request.refuse(410, 'Expired');
        return;
      }
      if (length === 2) return request.json(200, widgetList(15, [widget('old', 12)]));
      const items = [widget('old', 12), widget('new', 18)];
      return request.json(200, widgetList(length === 1 ? 20 : 21, items));
    });
    t.after(() => server.close());
    const { clock, received, eventually } = follow(t, server.url);
    for (let second = 0; second < 10; second++) {
      await linger();
      await clock.advance(1000);
    }
    await eventually('a list that is not older', () => server.lists.length >= 3);
    await eventually('a watch from there', () => server.watches.length === 2);
    assert.deepEqual(received, ['add old@12', 'add new@18']);
  });

  test('row 11: whose later page has expired is requested in one piece', async (t) => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((name) => widget(name, 9));
    const server = await startScriptedServer((request) => {
      if (request.isWatch) return;
      if (request.query.has('continue')) return request.refuse(410, 'Expired');
      if (!request.query.has('limit')) return request.json(200, widgetList(12, items));
      request.json(200, widgetList(10, items.slice(0, 2), { continue: 'more' }));
    });
    t.after(() => server.close());
    const { informer, received, state, eventually } = follow(t, server.url, { pageSize: 2 });
    await eventually('the watch', () => server.watches.length === 1);
    assert.equal(state().length, 5);
    assert.equal(received.length, 5);
    assert.equal(server.lists.length, 3);
    assert.equal(informer.lastSyncResourceVersion, '12');
  });

  test('row 12: that is rejected with Retry-After is retried after that time, not before', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    let refusals = 1;
    proxy.fault = () =>
      refusals-- > 0
        ? {
            status: 429,
            body: statusText(429, 'TooManyRequests', { retryAfterSeconds: 7 }),
            headers: { 'retry-after': '7' },
          }
        : 'pass';
    const { clock, state, eventually } = follow(t, proxy.url);
    await eventually('the error response', () => proxy.lists.length === 1);
    await linger();
    await clock.advance(6900);
    await linger();
    assert.equal(proxy.lists.length, 1);
    await clock.advance(200);
    await eventually('the state', () => state().length === 1);
    assert.equal(proxy.lists.length, 2);
  });

  test('row 13: that fails for 5 minutes is retried with a backoff of at most 30 s', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    proxy.fault = () => ({ status: 503, body: statusText(503, 'ServiceUnavailable') });
    const { clock, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the first failure', () => errors.length === 1);
    await clock.advance(700);
    await linger();
    assert.equal(proxy.lists.length, 1, 'the first delay is 0.8 s');
    for (let waits = 1; clock.nowMs() < 300_000; waits++) {
      await clock.advance(30_000);
      await eventually('the next failure', () => errors.length > waits);
    }
    // Without jitter, which at most doubles delays, the longest is 15 s.
    assert.ok(errors.length <= 25, `${errors.length} tries`);
    proxy.heal();
    await clock.advance(30_000);
    await eventually('the state', () => state().length === 1);
  });

  test('row 24: of a restored store is received within a minute', async (t) => {
    const server = new ModelServer(systemClock, {
      streamsLists: false,
      reportsExpiryInStream: true,
      bookmarksAll: false,
    });
    const running = await startHttpsServer(server);
    const proxy = await FaultProxy.start(upstreamTo(running), 0);
    t.after(async () => {
      await proxy.close();
      await running.close();
      server.stop();
    });
    const { store } = server;
    const spec = { color: 'red', size: 1 };
    for (const name of ['kept', 'changed']) store.create({ namespace: 'default', name, spec });
    const snapshot = store.snapshot();
    const { clock, state, received, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    store.update('default/changed', { spec: { color: 'blue', size: 1 } });
    for (const name of ['x', 'y', 'z']) store.create({ namespace: 'default', name, spec });
    await eventually('all events', () => state().length === 5);
    server.restore(snapshot);
    store.create({ namespace: 'default', name: 'after', spec });
    const healed = (): boolean =>
      state().join() ===
      server
        .selected({})
        .map(({ metadata: m }) => `${m.name}@${m.resourceVersion}`)
        .sort()
        .join();
    // The watches end with the server. A delay, a watch and a list may follow.
    for (let second = 0; second < 75 && !healed(); second++) {
      await clock.advance(1000);
      await linger();
    }
    assert.ok(healed(), `${state().join()} at ${store.version}`);
    assert.ok(!received.some((each) => each.startsWith('delete kept')), 'no mass delete');
  });

  test('row 25: of a kind that is not served is an error, not an empty list', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one', 'two');
    const { clock, state, received, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    proxy.fault = () => ({ status: 404, body: '404 page not found\n' });
    proxy.cutAll('rst');
    for (let failures = 1; failures <= 6; failures++) {
      await eventually('a failure', () => errors.length >= failures);
      await clock.advance(30_000);
    }
    assert.equal(state().length, 2);
    assert.equal(received.length, 2);
    proxy.heal();
    await create('three');
    await clock.advance(30_000);
    await eventually('the new one', () => state().length === 3);
    assert.equal(received.length, 3);
  });

  for (const [what, body] of [
    ['a Status', '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","code":500}'],
    [
      'a list of another kind',
      '{"kind":"GadgetList","apiVersion":"faults.vmgen.io/v1","metadata":{"resourceVersion":"90"},"items":[]}',
    ],
    [
      'a list without items',
      '{"kind":"WidgetList","apiVersion":"faults.vmgen.io/v1","metadata":{"resourceVersion":"90"}}',
    ],
    ['a page of HTML', '<html><body>log in</body></html>'],
    ['nothing', ''],
  ] as const) {
    test(`row 25: that is ${what} with status 200 is an error, and deletes nothing`, async (t) => {
      const { proxy, create } = await startFaultyCluster(t);
      await create('one', 'two');
      const { clock, state, received, errors, eventually } = follow(t, proxy.url);
      await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
      let answers = 0;
      proxy.fault = ({ isWatch }) => {
        if (isWatch) return { status: 410, body: statusText(410, 'Expired') };
        answers++;
        return { status: 200, body };
      };
      proxy.cutAll('rst');
      for (let failures = 1; answers < 2; failures++) {
        await eventually('a failure', () => errors.length >= failures);
        await clock.advance(30_000);
        await linger();
      }
      assert.equal(state().length, 2);
      assert.equal(received.length, 2);
    });
  }

  test('row 26: after a missed deletion and creation of one name reports both', async (t) => {
    const { proxy, create, widgets } = await startFaultyCluster(t);
    await create('one');
    const { clock, state, received, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    const [before] = state();
    let refusals = 1;
    proxy.fault = ({ isWatch }) =>
      isWatch && refusals-- > 0 ? { status: 410, body: statusText(410, 'Expired') } : 'pass';
    proxy.cutAll('rst');
    await widgets.delete('one');
    await create('one');
    for (const failures of [1, 2]) {
      await eventually('a failure', () => errors.length === failures);
      await clock.advance(5000);
    }
    await eventually('both events', () => received.length === 3);
    assert.deepEqual(received.slice(1), [`delete ${before} unseen`, `add ${state()[0]}`]);
    assert.notEqual(state()[0], before);
  });
});
