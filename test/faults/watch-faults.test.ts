// What happens to watches, by the rows of the fault matrix.
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
    const { informer, clock, told, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    await create('one');
    await eventually('its event', () => told.length === 1);
    const version = informer.lastSyncResourceVersion;
    proxy.cutAll('end');
    await clock.advance(2000);
    await eventually('the second watch', () => proxy.watches.length === 2);
    assert.equal(proxy.watches[1]?.query.get('resourceVersion'), version);
    await create('two');
    await eventually('an event of it', () => told.length === 2);
    assert.equal(proxy.lists.length, 1);
  });

  test('row 2: that is reset is resumed within 5 s, without a list', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { clock, told, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    proxy.cutAll('rst');
    await eventually('the error is told', () => errors.length === 1);
    await create('one');
    await clock.advance(5000);
    await eventually('an event of the second watch', () => told.length === 1);
    assert.equal(proxy.lists.length, 1);
    assert.equal(proxy.watches.length, 2);
  });

  test('row 3: that a black hole took is noticed within 75 s, as bookmarks come about each minute', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { clock, told, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    proxy.cutAll('silence');
    await create('one');
    await clock.advance(75_000);
    await eventually('the next watch tells of what was missed', () => told.length === 1);
  });

  test('row 4: whose version has expired leads to one list', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    const { clock, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    let refusals = 1;
    proxy.decide(({ isWatch }) =>
      isWatch && refusals-- > 0
        ? { do: 'answer', status: 410, body: statusText(410, 'Expired') }
        : undefined,
    );
    await create('one');
    proxy.cutAll('rst');
    await eventually('the reset is told', () => errors.length === 1);
    await clock.advance(5000);
    await eventually('the refusal is told', () => errors.length === 2);
    await clock.advance(5000);
    await eventually('the state is there', () => state().length === 1);
    await eventually('a watch stands', () => proxy.watches.at(-1)?.isOpen === true);
    assert.equal(proxy.lists.length, 2);
  });

  test('row 5: that tells of its expiry leads to a list, and to deletes that were missed', async (t) => {
    const { proxy, create, widgets } = await startFaultyCluster(t);
    await create('kept', 'gone');
    const { clock, told, state, errors, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    const before = state();
    proxy.cutAll('silence');
    await widgets.delete('gone');
    proxy.watches[0]?.write(`{"type":"ERROR","object":${statusText(410, 'Expired')}}\n`);
    await eventually('the expiry is told', () => errors.length === 1);
    await clock.advance(5000);
    await eventually('the delete is told', () => told.length === 3);
    const gone = before.find((each) => each.startsWith('gone@'));
    assert.equal(told[2], `delete ${gone} unseen`);
    assert.deepEqual(
      state(),
      before.filter((each) => each !== gone),
    );
  });

  test('row 6: that breaks in the middle of a line is resumed, and the line comes again', async (t) => {
    const server = await startScriptedServer((request) => {
      if (!request.isWatch) return request.json(200, widgetList(10, [widget('one', 9)]));
      const line = eventLine('MODIFIED', widget('one', 11, { color: 'blue' }));
      if (server.watches.length > 1) return request.write(line);
      request.write(line.slice(0, line.length / 2));
      setImmediate(() => request.reset());
    });
    t.after(() => server.close());
    const { clock, told, errors, eventually } = follow(t, server.url);
    await eventually('the break is told', () => errors.length === 1);
    assert.deepEqual(told, ['add one@9']);
    await clock.advance(5000);
    await eventually('the event', () => told.length === 2);
    assert.deepEqual(told, ['add one@9', 'update one@9 -> one@11']);
    assert.equal(server.watches[1]?.query.get('resourceVersion'), '10');
    assert.equal(server.lists.length, 1);
  });

  test('row 7: brings a line of 10 MB, in pieces that end within characters', async (t) => {
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

  test('row 7: whose line never ends is given up before it holds 40 MB', async (t) => {
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
    await eventually('it is given up', () => errors.length === 1);
    assert.ok(sent < 40, `${sent} MB were read`);
  });

  test('row 8: that brings bookmarks only moves the version on', async (t) => {
    const server = await startScriptedServer((request) => {
      if (!request.isWatch) return request.json(200, widgetList(10, [widget('one', 9)]));
      if (server.watches.length > 1) return;
      request.write(bookmarkLine(20) + bookmarkLine(30));
    });
    t.after(() => server.close());
    const { informer, clock, told, eventually } = follow(t, server.url);
    await eventually('the bookmarks', () => informer.lastSyncResourceVersion === '30');
    server.watches[0]?.reset();
    await linger();
    await clock.advance(5000);
    await eventually('the next watch', () => server.watches.length === 2);
    assert.equal(server.watches[1]?.query.get('resourceVersion'), '30');
    assert.deepEqual(told, ['add one@9']);
    assert.equal(server.lists.length, 1);
  });

  test('row 9: that repeats what was takes nothing back', async (t) => {
    const { proxy, create, widgets } = await startFaultyCluster(t);
    await create('kept', 'gone');
    const { told, state, eventually } = follow(t, proxy.url);
    await eventually('the first watch', () => proxy.watches[0]?.isOpen === true);
    const [first, gone] = [await widgets.get('kept'), await widgets.get('gone')];
    await widgets.mergePatch('kept', { spec: { color: 'blue' } });
    await widgets.delete('gone');
    await eventually('both changes', () => told.length === 4);
    const [kept] = state();
    for (const type of ['ADDED', 'MODIFIED', 'DELETED'] as const) {
      proxy.watches[0]?.write(eventLine(type, first) + eventLine(type, gone));
    }
    await create('last');
    await eventually('an event behind the repeated ones', () => told.length > 4);
    assert.equal(told.length, 5);
    assert.match(told[4] ?? '', /^add last@/);
    assert.equal(state()[0], kept);
  });
});
