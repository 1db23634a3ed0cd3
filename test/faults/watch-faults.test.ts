// Faults of watches, by the rows of the fault matrix.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { statusText } from './model/byte-stream.js';
import { bookmarkLine } from './model/model-server.js';
import { follow, linger } from './support/followed.js';
import { startFaultyCluster } from './support/faulty-cluster.js';
import { eventLine, startScriptedServer, widget, widgetList } from './support/scripted-server.js';

describe('a watch', () => {
  test('row 1: that ends is resumed from the last version within 2 s, without a list', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { informer, clock, received, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    await create('one');
    await eventually('its event', () => received.length === 1);
    const version = informer.lastSyncResourceVersion;
    proxy.cutAll('end');
    await clock.advance(2000);
    await eventually('the second watch', () => proxy.watches.length === 2);
    assert.equal(proxy.watches[1]?.query.get('resourceVersion'), version);
    await create('two');
    await eventually('an event of it', () => received.length === 2);
    assert.equal(proxy.lists.length, 1);
  });

  test('row 2: that is reset is resumed within 5 s, without a list', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { clock, received, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    proxy.cutAll('rst');
    await eventually('the error', () => errors.length === 1);
    await create('one');
    await clock.advance(5000);
    await eventually('an event of the second watch', () => received.length === 1);
    assert.equal(proxy.lists.length, 1);
    assert.equal(proxy.watches.length, 2);
  });

  test('row 3: that is silent is detected within 75 s, because bookmarks arrive about once a minute', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { clock, received, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    proxy.cutAll('silence');
    await create('one');
    await clock.advance(75_000);
    await eventually('the missed event on the next watch', () => received.length === 1);
  });

  test('row 4: whose version has expired leads to one list', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { clock, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    let refusals = 1;
    proxy.fault = ({ isWatch }) =>
      isWatch && refusals-- > 0 ? { status: 410, body: statusText(410, 'Expired') } : 'pass';
    await create('one');
    proxy.cutAll('rst');
    await eventually('the reset', () => errors.length === 1);
    await clock.advance(5000);
    await eventually('the error response', () => errors.length === 2);
    await clock.advance(5000);
    await eventually('the state', () => state().length === 1);
    await eventually('an open watch', () => proxy.watches.at(-1)?.isOpen === true);
    assert.equal(proxy.lists.length, 2);
  });

  test('row 5: that reports its expiry leads to a list and missed deletions', async (t) => {
    const { proxy, create, widgets } = await startFaultyCluster(t);
    await create('kept', 'gone');
    const { clock, received, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    const before = state();
    proxy.cutAll('silence');
    await widgets.delete('gone');
    proxy.watches[0]?.write(`{"type":"ERROR","object":${statusText(410, 'Expired')}}\n`);
    await eventually('the expiry', () => errors.length === 1);
    await clock.advance(5000);
    await eventually('the deletion', () => received.length === 3);
    const gone = before.find((each) => each.startsWith('gone@'));
    assert.equal(received[2], `delete ${gone} unseen`);
    assert.deepEqual(
      state(),
      before.filter((each) => each !== gone),
    );
  });

  test('row 6: that ends in the middle of a line is resumed, and the line is sent again', async (t) => {
    const server = await startScriptedServer((request) => {
      if (!request.isWatch) return request.json(200, widgetList(10, [widget('one', 9)]));
      const line = eventLine('MODIFIED', widget('one', 11, { color: 'blue' }));
      if (server.watches.length > 1) return request.write(line);
      request.write(line.slice(0, line.length / 2));
      setImmediate(() => request.reset());
    });
    t.after(() => server.close());
    const { clock, received, errors, eventually } = follow(t, server.url);
    await eventually('the connection error', () => errors.length === 1);
    assert.deepEqual(received, ['add one@9']);
    await clock.advance(5000);
    await eventually('the event', () => received.length === 2);
    assert.deepEqual(received, ['add one@9', 'update one@9 -> one@11']);
    assert.equal(server.watches[1]?.query.get('resourceVersion'), '10');
    assert.equal(server.lists.length, 1);
  });

  test('row 7: delivers a line of 10 MB, in chunks that end within characters', async (t) => {
    const server = await startScriptedServer((request) => {
      if (!request.isWatch) return request.json(200, widgetList(10, []));
      const big = widget('big', 11, { color: 'ü€😀'.repeat(1_200_000) });
      request.write(eventLine('ADDED', big) + eventLine('ADDED', widget('next', 12)));
    });
    t.after(() => server.close());
    const { informer, state, errors, eventually } = follow(t, server.url);
    await eventually('both events', () => state().length === 2);
    assert.equal(informer.lister.find('default/big')?.spec.color, 'ü€😀'.repeat(1_200_000));
    assert.deepEqual(errors, []);
  });

  test('row 7: whose line does not end is aborted before 40 MB', async (t) => {
    let sent = 0;
    const piece = ' '.repeat(1 << 20);
    const server = await startScriptedServer((request) => {
      if (!request.isWatch) return request.json(200, widgetList(10, []));
      if (server.watches.length > 1) return;
      const send = (): void => {
        if (sent++ >= 40 || errors.length > 0) return;
        request.write(sent === 1 ? `{"type":"ADDED",${piece}` : piece);
        setTimeout(send, 2);
      };
      send();
    });
    t.after(() => server.close());
    const { errors, eventually } = follow(t, server.url);
    await eventually('the abort', () => errors.length === 1);
    assert.ok(sent < 40, `${sent} MB were read`);
  });

  test('row 8: that receives only bookmarks advances the version', async (t) => {
    const server = await startScriptedServer((request) => {
      if (!request.isWatch) return request.json(200, widgetList(10, [widget('one', 9)]));
      if (server.watches.length > 1) return;
      request.write(bookmarkLine(20) + bookmarkLine(30));
    });
    t.after(() => server.close());
    const { informer, clock, received, eventually } = follow(t, server.url);
    await eventually('the bookmarks', () => informer.lastSyncResourceVersion === '30');
    server.watches[0]?.reset();
    await linger();
    await clock.advance(5000);
    await eventually('the next watch', () => server.watches.length === 2);
    assert.equal(server.watches[1]?.query.get('resourceVersion'), '30');
    assert.deepEqual(received, ['add one@9']);
    assert.equal(server.lists.length, 1);
  });

  test('row 9: that repeats events does not restore older objects', async (t) => {
    const { proxy, create, widgets } = await startFaultyCluster(t);
    await create('kept', 'gone');
    const { received, state, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    const [first, gone] = [await widgets.get('kept'), await widgets.get('gone')];
    await widgets.mergePatch('kept', { spec: { color: 'blue' } });
    await widgets.delete('gone');
    await eventually('both changes', () => received.length === 4);
    const [kept] = state();
    for (const type of ['ADDED', 'MODIFIED', 'DELETED'] as const) {
      proxy.watches[0]?.write(eventLine(type, first) + eventLine(type, gone));
    }
    await create('last');
    await eventually('an event after the repeated ones', () => received.length > 4);
    assert.equal(received.length, 5);
    assert.match(received[4] ?? '', /^add last@/);
    assert.equal(state()[0], kept);
  });
});
