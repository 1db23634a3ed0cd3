import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isStatus } from '../client/api-error-from-response.js';
import { ApiError } from '../client/errors.js';
import { fixture, record, recorder } from './informer-fixture.test.helper.js';
import type { KubernetesList } from '../meta/types.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { PersistedWidget } from './scripted-client.test.helper.js';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const expired = apiError(410, 'Expired');

function refusalOf(json: string): ApiError {
  const status: unknown = JSON.parse(json);
  assert.ok(isStatus(status));
  return new ApiError(status);
}

describe('reflector: lists', () => {
  test('lists at version 0 in pages of 500 and watches from the version of the list', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 1)], { continue: 'next' }),
      listOf(7, [widget('b', 2)]),
    );
    const { informer, start } = fixture(t, client);
    await start();
    assert.equal(client.lists[0]?.resourceVersion, '0');
    assert.equal(client.lists[0]?.limit, 500);
    assert.equal(client.lists[1]?.continue, 'next');
    assert.equal(client.lists[1]?.resourceVersion, undefined);
    assert.deepEqual(informer.store.keys(), ['default/a', 'default/b']);
    assert.deepEqual(client.watchedVersions, ['7']);
    assert.equal(informer.lastSyncResourceVersion, '7');
  });

  test('requests a full list if a later page has expired, and drops the earlier pages', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('gone', 1)], { continue: 'next' }),
      expired,
      listOf(9, [widget('a', 8)]),
    );
    const { informer, start } = fixture(t, client);
    await start();
    assert.equal(client.lists[2]?.limit, undefined);
    assert.equal(client.lists[2]?.continue, undefined);
    assert.equal(client.lists[2]?.resourceVersion, '0');
    assert.deepEqual(informer.store.keys(), ['default/a']);
  });

  test('lists the newest state immediately if the version has expired or is too large', async (t) => {
    const tooLarge = apiError(504, 'Timeout', { causes: [{ reason: 'ResourceVersionTooLarge' }] });
    for (const error of [expired, apiError(410, 'Gone'), tooLarge]) {
      const client = new ScriptedClient(listOf(7, []), error, listOf(9, []));
      const { clock, start } = fixture(t, client);
      await start();
      client.open.fail(expired);
      await clock.advance(800);
      assert.deepEqual(client.listedVersions, ['0', '7', undefined]);
      assert.deepEqual(client.watchedVersions, ['7', '9']);
    }
  });

  test('rejects a list older than requested, and requests the newest state', async (t) => {
    const client = new ScriptedClient(
      listOf(7, [widget('a', 7)]),
      listOf(3, []),
      listOf(8, [widget('a', 7)]),
    );
    const { informer, clock, start } = fixture(t, client);
    const received = record(informer);
    await start();
    client.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(client.listedVersions, ['0', '7', undefined]);
    assert.deepEqual(received, ['add a@7 initial']);
  });

  test('backs off from 0.8 s to 30 s, and restarts after 2 minutes without a failure', async (t) => {
    const client = new ScriptedClient(apiError(503, 'ServiceUnavailable'));
    const { clock, start, errors } = fixture(t, client);
    await start();
    for (const wait of [800, 1600, 3200, 6400, 12_800, 15_000, 15_000]) {
      const before = client.lists.length;
      await clock.advance(wait - 1);
      assert.equal(client.lists.length, before, `not before ${wait} ms`);
      await clock.advance(1);
      assert.equal(client.lists.length, before + 1, `after ${wait} ms`);
    }
    assert.equal(errors.length, 8);
    client.listAnswers.splice(0, 1, listOf(7, []));
    await clock.advance(15_000);
    for (const version of [8, 9, 10]) {
      await clock.advance(41_000);
      client.open.bookmark(version);
    }
    client.open.fail(expired);
    await clock.advance(800);
    assert.equal(client.watches.length, 2);
  });

  test('backs off after a malformed error response', async (t) => {
    const tooLarge = '"kind":"Status","code":504,"reason":"Timeout"';
    for (const garbage of [
      `{${tooLarge},"details":{"causes":null}}`,
      `{${tooLarge},"details":{"causes":[null]}}`,
      `{${tooLarge},"details":"none"}`,
      `{${tooLarge},"details":{"retryAfterSeconds":"soon"}}`,
      `{"kind":"Status","code":"504","reason":5,"message":{"toString":1},"details":null}`,
    ]) {
      const client = new ScriptedClient(refusalOf(garbage), listOf(7, []));
      const { clock, informer, start } = fixture(t, client);
      await start();
      await clock.advance(799);
      assert.equal(client.lists.length, 1, garbage);
      await clock.advance(1);
      assert.equal(informer.hasSynced, true, garbage);
    }
  });

  test('adds full jitter to its delays, up to 30 s', async (t) => {
    const client = new ScriptedClient(apiError(503, 'ServiceUnavailable'));
    const { clock, start } = fixture(t, client, { random: () => 0.999 });
    await start();
    await clock.advance(1590);
    assert.equal(client.lists.length, 1);
    await clock.advance(10);
    assert.equal(client.lists.length, 2);
    await clock.advance(200_000);
    client.lists.length = 0;
    await clock.advance(30_000);
    assert.equal(client.lists.length, 1);
  });

  test('obeys Retry-After', async (t) => {
    const busy = apiError(429, 'TooManyRequests', { retryAfterSeconds: 20 });
    const client = new ScriptedClient(busy, listOf(7, []));
    const { clock, start } = fixture(t, client);
    await start();
    await clock.advance(19_999);
    assert.equal(client.lists.length, 1);
    await clock.advance(1);
    assert.equal(client.lists.length, 2);
  });

  test('treats a page that is not a list of the kind as a failure and reports no deletion', async (t) => {
    const metadata = { resourceVersion: '8' };
    const answers: unknown[] = [
      { kind: 'Status', apiVersion: 'v1', status: 'Failure', metadata: {}, code: 500 },
      { metadata },
      { kind: 'GadgetList', apiVersion: 'example.com/v1', metadata, items: [] },
      { metadata, items: [{ ...widget('b', 8), kind: 'Gadget' }] },
      { metadata, items: [null] },
    ];
    for (const answer of answers) {
      for (const isLater of [false, true]) {
        const first = isLater ? [listOf(8, [], { continue: 'next' })] : [];
        const wrong = answer as KubernetesList<PersistedWidget>;
        const client = new ScriptedClient(
          listOf(7, [widget('a', 7)]),
          ...first,
          wrong,
          listOf(9, [widget('a', 7)]),
        );
        const { informer, clock, start, errors } = fixture(t, client);
        const received = record(informer);
        await start();
        client.open.fail(expired);
        await clock.advance(1000);
        assert.equal(errors.length, 2);
        assert.match(
          String(errors[1]),
          /VmgenError: the server's successful response is not Widget/,
        );
        await clock.advance(60_000);
        assert.equal(informer.lastSyncResourceVersion, '9');
        assert.deepEqual(received, ['add a@7 initial']);
      }
    }
  });

  test('treats a 404 as a failure, not as an empty list', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 7)]), apiError(404, 'NotFound'));
    const { informer, clock, start } = fixture(t, client);
    await start();
    client.open.fail(apiError(404, 'NotFound'));
    await clock.advance(60_000);
    assert.deepEqual(informer.store.keys(), ['default/a']);
  });
});

describe('reflector: watches', () => {
  test('requests bookmarks and a timeout between 5 and 10 minutes', async (t) => {
    for (const [random, seconds] of [
      [0, 300],
      [0.5, 450],
      [0.999, 600],
    ] as const) {
      const client = new ScriptedClient(listOf(7, []));
      const { start } = fixture(t, client, { random: () => random });
      await start();
      assert.equal(client.open.options.allowWatchBookmarks, true);
      assert.equal(client.open.options.timeoutSeconds, seconds);
    }
  });

  test('resumes a closed watch from the last version without a list', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { informer, start, settle } = fixture(t, client);
    await start();
    client.open.send('ADDED', widget('a', 8));
    client.open.close();
    await settle();
    client.open.send('MODIFIED', widget('a', 9));
    client.open.close();
    await settle();
    assert.deepEqual(client.watchedVersions, ['7', '8', '9']);
    assert.equal(client.lists.length, 1);
    assert.equal(informer.store.find('default/a')?.metadata.resourceVersion, '9');
  });

  test('changes only the version on a bookmark', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 7)]));
    const { informer, clock, start, errors } = fixture(t, client);
    const received: string[] = [];
    await start();
    informer.addHandler(recorder(received));
    client.open.bookmark(50);
    client.open.bookmark(50);
    client.open.sendJson(
      '{"type":"BOOKMARK","object":{"kind":"Gadget","metadata":{"resourceVersion":"99"}}}',
    );
    client.open.sendJson('{"type":"BOOKMARK","object":{}}');
    await clock.advance(1000);
    client.open.close();
    await clock.advance(0);
    assert.deepEqual(errors, []);
    assert.deepEqual(client.watchedVersions, ['7', '50']);
    assert.deepEqual(received, ['add a@7 initial']);
  });

  test('lists again after 410, by HTTP or as an event, and removes missing objects', async (t) => {
    for (const how of ['http', 'event'] as const) {
      const client = new ScriptedClient(
        listOf(7, [widget('a', 5), widget('b', 6)]),
        listOf(20, [widget('b', 6), widget('c', 19)]),
      );
      const { informer, clock, start } = fixture(t, client);
      const received = record(informer);
      await start();
      if (how === 'http') client.open.fail(expired);
      else client.open.sendAny({ type: 'ERROR', object: { code: 410, reason: 'Gone' } });
      await clock.advance(800);
      assert.deepEqual(received.slice(2), ['delete a@5 unknown', 'add c@19']);
      assert.deepEqual(client.listedVersions, ['0', '7']);
      assert.deepEqual(client.watchedVersions, ['7', '20']);
    }
  });

  test('watches again without a list after 429, refused and broken connections', async (t) => {
    const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    const client = new ScriptedClient(listOf(7, []));
    const { clock, start } = fixture(t, client);
    const busy = apiError(429, 'TooManyRequests', { retryAfterSeconds: 3 });
    client.watchFailures.push(busy, refused, reset, refused, refused);
    await start();
    await clock.advance(2999);
    assert.equal(client.watches.length, 1);
    await clock.advance(30_000);
    assert.deepEqual(client.watchedVersions, Array(6).fill('7'));
    assert.equal(client.lists.length, 1);
  });

  test('lists at the last version after any other error response to a watch', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { clock, start } = fixture(t, client);
    client.watchFailures.push(apiError(403, 'Forbidden'));
    await start();
    await clock.advance(800);
    assert.deepEqual(client.listedVersions, ['0', '7']);
  });

  test('skips an unreadable event by a list', async (t) => {
    const client = new ScriptedClient(listOf(7, []), listOf(9, [widget('a', 9)]));
    const { informer, clock, start } = fixture(t, client);
    const unreadable = new Error('unable to decode an event', { cause: new SyntaxError('?') });
    client.watchFailures.push(unreadable, unreadable, unreadable);
    await start();
    await clock.advance(60_000);
    assert.deepEqual(client.listedVersions, ['0', '7']);
    assert.equal(informer.store.size, 1);
  });

  test('backs off if the server closes watches immediately', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { clock, start, settle } = fixture(t, client);
    await start();
    client.open.close();
    await settle();
    assert.equal(client.watches.length, 1);
    await clock.advance(800);
    assert.equal(client.watches.length, 2);
    assert.equal(client.lists.length, 1);
  });

  test('ends a watch that exceeds its timeout, and resumes it', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { clock, start, errors } = fixture(t, client);
    await start();
    for (let minute = 1; minute <= 5; minute++) {
      await clock.advance(60_000);
      client.open.bookmark(7 + minute);
    }
    await clock.advance(14_999);
    assert.equal(client.watches.length, 1);
    await clock.advance(1);
    assert.equal(client.watches[0]?.isEnded, true);
    assert.match(
      String(errors),
      /^TransportTimeoutError: .* did not end the watch within 315000 ms$/,
    );
    await clock.advance(800);
    assert.deepEqual(client.watchedVersions, ['7', '12']);
    assert.equal(client.lists.length, 1);
  });

  test('does not restore an older version of an object or a deleted object', async (t) => {
    const client = new ScriptedClient(listOf(7, [widget('a', 7)]));
    const { informer, start, settle } = fixture(t, client);
    const received = record(informer);
    await start();
    client.open.send('MODIFIED', widget('a', 10));
    client.open.send('MODIFIED', widget('a', 9));
    client.open.send('DELETED', widget('a', 8));
    client.open.send('DELETED', widget('a', 11));
    client.open.send('ADDED', widget('a', 10));
    await settle();
    assert.deepEqual(received, ['add a@7 initial', 'update a@7 -> a@10', 'delete a@11']);
    assert.equal(informer.store.size, 0);
  });

  test('compares versions as numbers of any size, and accepts opaque ones', async (t) => {
    const client = new ScriptedClient(listOf('99', [widget('a', '99')]));
    const { informer, start, settle } = fixture(t, client);
    const version = (): string | undefined =>
      informer.store.find('default/a')?.metadata.resourceVersion;
    await start();
    client.open.send('MODIFIED', widget('a', '100'));
    await settle();
    assert.equal(version(), '100');
    client.open.send('MODIFIED', widget('a', '123456789012345678901'));
    client.open.send('MODIFIED', widget('a', '123456789012345678900'));
    await settle();
    assert.equal(version(), '123456789012345678901');
    client.open.send('MODIFIED', widget('a', 'opaque'));
    await settle();
    assert.equal(version(), 'opaque');
  });

  test('ignores objects of another kind', async (t) => {
    const client = new ScriptedClient(listOf(7, []));
    const { informer, start, settle } = fixture(t, client);
    await start();
    client.open.send('ADDED', { ...widget('x', 8), kind: 'Gadget' });
    client.open.send('ADDED', { ...widget('y', 9), apiVersion: 'example.com/v2' });
    client.open.sendJson('{"type":"ADDED","object":{"kind":"Widget","metadata":{}}}');
    client.open.send('ADDED', widget('a', 11));
    await settle();
    assert.deepEqual(informer.store.keys(), ['default/a']);
    assert.equal(client.watches.length, 1);
  });

  test('stops immediately in each step when its signal aborts', async (t) => {
    for (const answer of [listOf(7, []), apiError(500, 'InternalError')]) {
      const client = new ScriptedClient(answer);
      const { clock, start, stop } = fixture(t, client);
      await start();
      await stop();
      assert.equal(clock.pendingTimers, 0);
    }
  });
});
