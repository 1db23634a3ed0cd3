import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Cached } from './cached.js';
import { createFixture, record } from './informer-fixture.test.helper.js';
import { runHistory } from './random-histories.test.helper.js';
import {
  apiError,
  listOf,
  ScriptedClient,
  widget,
  type PersistedWidget,
  type Widget,
} from './scripted-client.test.helper.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

const byColor = { color: ({ spec }: Cached<Widget>) => [spec.color] };

async function started(
  items: PersistedWidget[] = [],
  options: SharedInformerOptions<Widget> = { indexers: byColor },
) {
  const client = new ScriptedClient(listOf(10, items));
  const parts = createFixture(client, options);
  await parts.start();
  const { lister, store } = parts.informer;
  const seen = (): string[] =>
    lister
      .list()
      .map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)
      .sort();
  return { ...parts, client, store, seen };
}

describe('recordWrite', () => {
  test('readers see a created object in every read until the watch delivers it', async () => {
    const { informer, client, store, seen, settle, stop } = await started();
    const write = informer.recordWrite(widget('a', 12));
    assert.deepEqual(seen(), ['a@12']);
    assert.equal(store.size, 1);
    assert.deepEqual(store.keys(), ['default/a']);
    assert.deepEqual(store.keysByIndex('color', 'red'), ['default/a']);
    assert.deepEqual(store.indexValues('color'), ['red']);
    assert.equal(informer.lister.namespace('default').list().length, 1);
    assert.deepEqual([informer.pendingWrites, write?.isObserved], [1, false]);
    client.open.send('ADDED', widget('a', 12));
    await settle();
    assert.deepEqual([informer.pendingWrites, write?.isObserved], [0, true]);
    assert.deepEqual(seen(), ['a@12']);
    await stop();
  });

  test('an index returns a changed object by its new value only', async () => {
    const { informer, store, stop } = await started([widget('a', 3), widget('b', 4)]);
    informer.recordWrite(widget('a', 12, { color: 'blue' }));
    assert.deepEqual(store.keysByIndex('color', 'red'), ['default/b']);
    assert.deepEqual(store.keysByIndex('color', 'blue'), ['default/a']);
    assert.deepEqual(store.indexValues('color'), ['red', 'blue']);
    await stop();
  });

  test('an earlier state from the watch does not hide the write, a later one replaces it', async () => {
    const { informer, client, seen, settle, stop } = await started([widget('a', 3)]);
    informer.recordWrite(widget('a', 15));
    client.open.send('MODIFIED', widget('a', 12));
    await settle();
    assert.deepEqual(seen(), ['a@15']);
    client.open.send('MODIFIED', widget('a', 17));
    await settle();
    assert.deepEqual([seen(), informer.pendingWrites], [['a@17'], 0]);
    await stop();
  });

  for (const [what, deliver] of Object.entries({
    'a bookmark': (client: ScriptedClient) => client.open.bookmark(12),
    'an event of another object': (client: ScriptedClient) =>
      client.open.send('ADDED', widget('other', 13)),
  })) {
    test(`ends with ${what} of a later version: the object is gone again`, async () => {
      const { informer, client, store, settle, stop } = await started();
      const write = informer.recordWrite(widget('a', 12));
      deliver(client);
      await settle();
      assert.deepEqual([store.has('default/a'), write?.isObserved], [false, true]);
      await stop();
    });
  }

  test('ends with a list, and all writes end when versions go back', async () => {
    for (const [version, left] of [
      [20, ['a@12']],
      [5, ['a@12']],
    ] as const) {
      const { informer, client, clock, seen, stop } = await started();
      const write = informer.recordWrite(widget('a', 12));
      const other = informer.recordWrite(widget('b', 14));
      client.listAnswers.push(listOf(version, [widget('a', 12)]));
      client.listAnswers.shift();
      client.open.fail(apiError(410, 'Expired'));
      await clock.advance(40_000);
      assert.deepEqual(seen(), left);
      assert.deepEqual([write?.isObserved, other?.isObserved], [true, true]);
      await stop();
    }
  });

  test('ignores what the informer has received, and versions that are not numbers', async () => {
    const { informer, seen, stop } = await started([widget('a', 3)]);
    assert.equal(informer.recordWrite(widget('a', 9)), undefined);
    assert.equal(informer.recordWrite(widget('a', 'x12')), undefined);
    assert.deepEqual(seen(), ['a@3']);
    await stop();
  });

  test('respects label selectors, and leaves field selectors to the server', async () => {
    const labelled = (version: number, stage: string): PersistedWidget => {
      const object = widget('a', version);
      return { ...object, metadata: { ...object.metadata, labels: { stage } } };
    };
    const byLabel = await started([labelled(3, 'new')], { labelSelector: 'stage=new' });
    assert.equal(byLabel.informer.recordWrite(widget('other', 12)), undefined);
    assert.deepEqual(byLabel.seen(), ['a@3']);
    byLabel.informer.recordWrite(labelled(13, 'old'));
    assert.deepEqual(byLabel.seen(), []);
    await byLabel.stop();
    const byField = await started([], { fieldSelector: 'spec.color=red' });
    const write = byField.informer.recordWrite(widget('a', 12));
    assert.deepEqual([byField.seen(), write?.isObserved], [[], false]);
    await byField.stop();
  });

  test('applies the transform, and drops managedFields', async () => {
    const transform: SharedInformerOptions<Widget>['transform'] = (object) => {
      object.spec.color = 'transformed';
      return object;
    };
    const { informer, store, stop } = await started([], { transform });
    const object = widget('a', 12);
    object.metadata.managedFields = [{ manager: 'x' }];
    informer.recordWrite(object);
    assert.equal(store.find('default/a')?.spec.color, 'transformed');
    assert.equal(store.find('default/a')?.metadata.managedFields, undefined);
    await stop();
  });

  test('copies an object of the caller when it is first read', async () => {
    const { informer, store, stop } = await started();
    const object = widget('a', 12);
    let copies = 0;
    informer.recordWrite(object, () => {
      copies++;
      return widget('a', 12);
    });
    object.spec.color = 'changed by the caller';
    assert.equal(copies, 0);
    assert.deepEqual(store.keysByIndex('color', 'red'), ['default/a']);
    assert.equal(store.find('default/a')?.spec.color, 'red');
    assert.equal(copies, 1);
    await stop();
  });

  test('does not copy an object that is delivered before it is read', async () => {
    const { informer, client, settle, stop } = await started();
    const write = informer.recordWrite(widget('a', 12), () => assert.fail('copied'));
    client.open.send('ADDED', widget('a', 12));
    await settle();
    assert.equal(write?.isObserved, true);
    await stop();
  });

  test('calls back once, also for a write that a later one has replaced', async () => {
    const { informer, client, settle, stop } = await started();
    const calls: string[] = [];
    informer.recordWrite(widget('a', 12))?.onObserved(() => calls.push('12'));
    informer.recordWrite(widget('a', 14))?.onObserved(() => calls.push('14'));
    client.open.send('ADDED', widget('a', 12));
    await settle();
    assert.deepEqual(calls, []);
    client.open.send('MODIFIED', widget('a', 14));
    client.open.send('MODIFIED', widget('a', 15));
    await settle();
    assert.deepEqual(calls.sort(), ['12', '14']);
    await stop();
  });
});

describe('a list', () => {
  const undone: Readonly<
    Record<string, readonly [before: PersistedWidget[], after: PersistedWidget[]]>
  > = {
    'the deletion of a created object': [[], []],
    'a change back to the stored state': [[widget('a', 3)], [widget('a', 14)]],
    'the deletion of a changed object': [[widget('a', 3)], []],
    'a new object with the name': [[], [widget('a', 14, { uid: 'second' })]],
  };
  for (const [what, [before, after]] of Object.entries(undone)) {
    for (const version of [20, 5]) {
      test(`reports an own write, and ${what} by another client (version ${version})`, async () => {
        const { informer, client, clock, seen, settle, stop } = await started(before);
        const received = record(informer);
        await settle();
        received.length = 0;
        informer.recordWrite(widget('a', 12, { color: 'blue' }));
        client.listAnswers.length = 0;
        client.listAnswers.push(listOf(version, after));
        void informer.relist();
        await clock.advance(10_000);
        const listed = after.map(({ metadata }) => `a@${metadata.resourceVersion}`);
        assert.deepEqual([seen(), informer.pendingWrites], [listed, 0]);
        const own = before.length === 0 ? 'add a@12' : 'update a@3 -> a@12';
        const isUpdate = after[0]?.metadata.uid === 'uid-a';
        const deletion = isUpdate ? [] : ['delete a@12 unknown'];
        const last = isUpdate ? ['update a@12 -> a@14'] : listed.map((each) => `add ${each}`);
        assert.deepEqual(received, [own, ...deletion, ...last]);
        await stop();
      });
    }
  }

  test('reports an own write once that it contains, and none that is later than it', async () => {
    const { informer, client, clock, seen, stop } = await started();
    const received = record(informer);
    informer.recordWrite(widget('a', 12));
    informer.recordWrite(widget('b', 30));
    client.listAnswers.length = 0;
    client.listAnswers.push(listOf(20, [widget('a', 12)]));
    void informer.relist();
    await clock.advance(10_000);
    assert.deepEqual(received, ['add a@12']);
    assert.deepEqual([seen(), informer.pendingWrites], [['a@12', 'b@30'], 1]);
    await stop();
  });
});

test('keeps only the last of many writes that a cache without a watch does not receive', async () => {
  const { informer, client, seen, settle, stop } = await started();
  const writes = Array.from({ length: 30_000 }, (_, i) =>
    informer.recordWrite(widget('a', 12 + i)),
  );
  assert.equal(new Set(writes).size, 1);
  let calls = 0;
  writes[0]?.onObserved(() => calls++);
  client.open.send('ADDED', widget('a', 12));
  await settle();
  assert.deepEqual([seen(), informer.pendingWrites, calls], [['a@30011'], 1, 0]);
  client.open.send('MODIFIED', widget('a', 40_000));
  await settle();
  assert.deepEqual([seen(), informer.pendingWrites, calls], [['a@40000'], 0, 1]);
  assert.equal(client.watches.length, 1);
  await stop();
});

describe('recordDeletion', () => {
  test('hides the object with this UID until the watch delivers the deletion', async () => {
    const { informer, client, seen, settle, stop } = await started([widget('a', 3)]);
    const deletion = informer.recordDeletion('default/a', 'uid-a');
    assert.deepEqual(seen(), []);
    client.open.send('MODIFIED', widget('a', 12));
    await settle();
    assert.deepEqual([seen(), deletion?.isObserved], [[], false]);
    client.open.send('DELETED', widget('a', 13));
    await settle();
    assert.deepEqual([informer.pendingWrites, deletion?.isObserved], [0, true]);
    await stop();
  });

  test('ends with a later state that is being deleted: another client has added a finalizer', async () => {
    const deleting = (version: number, finalizers: string[]): PersistedWidget => {
      const object = widget('a', version);
      object.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
      object.metadata.finalizers = finalizers;
      return object;
    };
    const { informer, client, seen, settle, stop } = await started([widget('a', 3)]);
    const deletion = informer.recordDeletion('default/a', 'uid-a');
    // A graceful deletion of another client.
    client.open.send('MODIFIED', deleting(12, []));
    await settle();
    assert.deepEqual([seen(), deletion?.isObserved], [[], false]);
    client.open.send('MODIFIED', deleting(13, ['example.com/disk']));
    await settle();
    assert.deepEqual([seen(), deletion?.isObserved], [['a@13'], true]);
    // The release of its last finalizer.
    informer.recordDeletion('default/a', 'uid-a');
    client.open.send('MODIFIED', deleting(14, []));
    await settle();
    assert.deepEqual([seen(), informer.pendingWrites], [[], 1]);
    await stop();
  });

  test('ends with a list of the newest state that was requested after it', async () => {
    const { informer, client, clock, seen, stop } = await started([widget('a', 3)]);
    const { list } = client;
    client.list = (sent) => {
      informer.recordDeletion('default/a', 'uid-a');
      return list(sent);
    };
    void informer.relist();
    await clock.advance(10_000);
    assert.deepEqual([client.lists.length, seen(), informer.pendingWrites], [2, [], 1]);
    client.list = list;
    void informer.relist();
    await clock.advance(10_000);
    assert.deepEqual([client.lists.length, seen(), informer.pendingWrites], [3, ['a@3'], 0]);
    await stop();
  });

  test('does not hide a new object with the same name', async () => {
    const { informer, client, seen, settle, stop } = await started([widget('a', 3)]);
    informer.recordDeletion('default/a', 'uid-a');
    informer.recordWrite(widget('a', 14, { uid: 'second' }));
    assert.deepEqual(seen(), ['a@14']);
    client.open.send('DELETED', widget('a', 13));
    client.open.send('ADDED', widget('a', 14, { uid: 'second' }));
    await settle();
    assert.deepEqual([seen(), informer.pendingWrites], [['a@14'], 0]);
    await stop();
  });

  test('hides an own object that was deleted before the watch delivered its creation', async () => {
    const { informer, client, seen, settle, stop } = await started();
    informer.recordWrite(widget('a', 12));
    informer.recordDeletion('default/a', 'uid-a');
    assert.deepEqual(seen(), []);
    client.open.send('ADDED', widget('a', 12));
    await settle();
    assert.deepEqual(seen(), []);
    client.open.send('DELETED', widget('a', 13));
    await settle();
    assert.deepEqual([seen(), informer.pendingWrites], [[], 0]);
    await stop();
  });
});

test('in 60 random histories, reads never go back before an own write', async () => {
  for (let seed = 1; seed <= 60; seed++) await runHistory(seed);
});
