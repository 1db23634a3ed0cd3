import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fixture, record } from './informer-fixture.test.helper.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { ScriptedWatch } from './scripted-client.test.helper.js';
import { createSharedInformer } from './shared-informer.js';

const expired = apiError(410, 'Expired');
const restored = [widget('a', 3), widget('b', 50)];

describe('reflector: a store that was rolled back', () => {
  const ways: { readonly [what: string]: (watch: ScriptedWatch) => void } = {
    'a bookmark': (watch) => watch.bookmark(60),
    'an event of a stored object': (watch) => watch.send('MODIFIED', widget('ghost', 60)),
    'an event of an unknown object': (watch) => watch.send('ADDED', widget('c', 60)),
    'a deletion': (watch) => watch.send('DELETED', widget('ghost', 60)),
  };
  for (const [what, sendOlder] of Object.entries(ways)) {
    test(`is detected by ${what} with an older version, and the store is corrected`, async (t) => {
      const client = new ScriptedClient(
        listOf(100, [widget('a', 3), widget('ghost', 90)]),
        listOf(61, restored),
      );
      const { informer, clock, start, errors } = fixture(t, client);
      await start();
      sendOlder(client.open);
      await clock.advance(800);
      assert.deepEqual(client.listedVersions, ['0', undefined]);
      assert.equal(client.lists[1]?.limit, 500);
      assert.match(String(errors), /^VersionWentBackError: .* went back before 100/);
      assert.deepEqual(informer.store.keys().toSorted(), ['default/a', 'default/b']);
      assert.deepEqual(client.watchedVersions, ['100', '61']);
    });
  }

  test('is detected by requesting the newest version during a silent watch', async (t) => {
    const client = new ScriptedClient(
      listOf(100, [widget('ghost', 90)]),
      listOf(60, [widget('a', 3)]),
      listOf(61, restored),
    );
    const { informer, clock, start, errors } = fixture(t, client, {
      fieldSelector: 'x=y',
      labelSelector: 'a=b',
    });
    await start();
    await clock.advance(65_000);
    const { signal, ...probe } = client.lists[1] ?? {};
    assert.ok(signal !== undefined);
    const { omitManagedFields } = probe;
    assert.deepEqual(probe, {
      fieldSelector: 'x=y',
      labelSelector: '',
      limit: 1,
      omitManagedFields,
    });
    assert.deepEqual(client.listedVersions, ['0', undefined, undefined]);
    assert.match(String(errors), /^VersionWentBackError/);
    assert.deepEqual(informer.store.keys().toSorted(), ['default/a', 'default/b']);
  });

  test('is reported once, after the store was replaced by an older list', async (t) => {
    const client = new ScriptedClient(
      listOf(100, [widget('a', 3)]),
      listOf(100, [widget('a', 3)]),
      listOf(60, [widget('a', 2)]),
      listOf(61, [widget('a', 61)]),
    );
    const reported: string[] = [];
    const onRestored = (): void => {
      reported.push(informer.lastSyncResourceVersion, ...informer.store.keys());
    };
    const { informer, clock, start } = fixture(t, client, { onRestored });
    await start();
    void informer.relist();
    await clock.advance(1_000);
    assert.deepEqual(reported, []);
    for (let lists = 0; lists < 2; lists++) {
      void informer.relist();
      await clock.advance(10_000);
    }
    assert.equal(informer.lastSyncResourceVersion, '61');
    assert.deepEqual(reported, ['60', 'default/a']);
  });

  test('is detected at a relist by the content of equal versions', async (t) => {
    const client = new ScriptedClient(
      listOf(100, [widget('a', 90), widget('b', 91), widget('same', 92)]),
      listOf(120, [widget('a', 90, { color: 'blue' }), widget('b', 91), widget('same', 92)]),
    );
    const { informer, clock, start, settle } = fixture(t, client);
    await start();
    const kept = informer.lister.find('default/same');
    const received: string[] = [];
    informer.addHandler({
      onUpdate: ({ spec }, after) => void received.push(spec.color, after.spec.color),
    });
    await settle();
    client.open.fail(expired);
    await clock.advance(800);
    assert.deepEqual(received, ['red', 'blue']);
    assert.equal(informer.lister.find('default/a')?.spec.color, 'blue');
    assert.equal(informer.lister.find('default/same'), kept, 'an unchanged object keeps its copy');
  });

  test('limits the lists caused by a server that lags behind', async (t) => {
    const client = new ScriptedClient(listOf(100, [widget('a', 90)]));
    const { informer, clock, start } = fixture(t, client);
    const received = record(informer);
    await start();
    for (let second = 0; second < 300; second++) {
      client.open.send('MODIFIED', widget('a', 80));
      client.open.send('DELETED', widget('a', 81));
      client.open.bookmark(82);
      await clock.advance(1000);
    }
    assert.deepEqual(received, ['add a@90 initial']);
    assert.ok(client.lists.length > 10 && client.lists.length < 30, `${client.lists.length} lists`);
    assert.equal(informer.lastSyncResourceVersion, '100');
  });

  test('continues a watch during a replay until the newest state is listed', async (t) => {
    const client = new ScriptedClient(listOf(100, [widget('a', 90)]));
    const { informer, clock, start } = fixture(t, client);
    const received = record(informer);
    await start();
    client.open.send('MODIFIED', widget('a', 80));
    client.open.send('MODIFIED', widget('a', 101));
    await clock.advance(700);
    client.open.send('MODIFIED', widget('a', 102));
    await clock.advance(99);
    assert.deepEqual(received.slice(1), ['update a@90 -> a@101', 'update a@101 -> a@102']);
    assert.equal(client.lists.length, 1);
    assert.equal(client.watches.length, 1);
    await clock.advance(1);
    assert.equal(client.lists.length, 2);
  });

  test('also lists the newest state if the server ends the watch first', async (t) => {
    const client = new ScriptedClient(listOf(100, []), listOf(60, restored));
    const { clock, start } = fixture(t, client);
    await start();
    client.open.bookmark(60);
    client.open.close();
    await clock.advance(5000);
    assert.deepEqual(client.watchedVersions, ['100', '60']);
  });
});

describe('reflector: an invalid version', () => {
  test('in a bookmark is replaced when the server rejects it', async (t) => {
    const client = new ScriptedClient(listOf(7, []), apiError(400, 'BadRequest'), listOf(9, []));
    const { clock, start } = fixture(t, client);
    await start();
    client.open.bookmark('garbage');
    await clock.advance(1000);
    client.watchFailures.push(apiError(400, 'BadRequest'));
    client.open.close();
    await clock.advance(800);
    assert.deepEqual(client.watchedVersions, ['7', 'garbage', '9']);
    assert.deepEqual(client.listedVersions, ['0', 'garbage', undefined]);
  });

  test('in a list is an error', async (t) => {
    const client = new ScriptedClient(listOf('', []), listOf(9, []));
    const { clock, start, errors } = fixture(t, client);
    await start();
    assert.match(String(errors), /the list response has no resourceVersion/);
    await clock.advance(800);
    assert.deepEqual(client.watchedVersions, ['9']);
  });
});

describe('reflector: deletion guard', () => {
  const known = listOf(7, [widget('a', 1), widget('b', 2), widget('c', 3)]);

  test('reports deletions only after a second list confirms them', async (t) => {
    const client = new ScriptedClient(
      known,
      listOf(8, [widget('a', 1)]),
      listOf(9, [widget('b', 2)]),
    );
    const { informer, clock, start, errors } = fixture(t, client, {
      deletionGuard: { share: 0.5 },
    });
    await start();
    const received = record(informer);
    client.open.fail(expired);
    await clock.advance(800);
    assert.match(String(errors[1]), /^MassDeletionError: 2 of 3 known objects are missing/);
    assert.equal(informer.store.size, 3);
    assert.deepEqual(client.watchedVersions, ['7']);
    await clock.advance(1600);
    assert.deepEqual(client.listedVersions, ['0', '7', undefined]);
    assert.deepEqual(received.slice(3), ['delete a@1 unknown', 'delete c@3 unknown']);
    assert.deepEqual(client.watchedVersions, ['7', '9']);
  });

  test('accepts a second list that contains the objects, and requires confirmation again the next time', async (t) => {
    const client = new ScriptedClient(known, listOf(8, []), known, listOf(8, []), known);
    const { informer, clock, start, errors } = fixture(t, client, {
      deletionGuard: { share: 0.5 },
    });
    const received = record(informer);
    await start();
    for (let round = 1; round <= 2; round++) {
      client.open.fail(expired);
      await clock.advance(20_000);
      assert.equal(errors.filter((error) => /MassDeletion/.test(String(error))).length, round);
    }
    assert.equal(received.length, 3);
  });

  test('counts replaced objects, and accepts a small share without confirmation', async (t) => {
    const others = known.items.map(({ metadata: { name } }) => widget(name, 9, { uid: 'new' }));
    for (const [list, isHeld] of [
      [listOf(9, others), true],
      [listOf(9, known.items.slice(1)), false],
    ] as const) {
      const client = new ScriptedClient(known, list);
      const { informer, clock, start } = fixture(t, client, { deletionGuard: { share: 0.5 } });
      await start();
      client.open.fail(expired);
      await clock.advance(800);
      assert.equal(informer.lastSyncResourceVersion, isHeld ? '7' : '9');
    }
  });

  test('rejects an invalid share', () => {
    for (const share of [-0.1, 1, Number.NaN]) {
      assert.throws(
        () => createSharedInformer(new ScriptedClient(), { deletionGuard: { share } }),
        { code: 'ERR_VMGEN_ARGUMENT' },
      );
    }
  });
});
