import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asCached, type Cached } from './cached.js';
import { CoalescingBuffer } from './coalescing-buffer.js';
import { FullBuffer, type EventBuffer } from './event-buffer.js';
import { ListChanges, type ListNotifyOptions } from './list-changes.js';
import type { Batch, Notification } from './notification.js';
import { widget, type Widget } from './scripted-client.test.helper.js';

const OPTIONS: ListNotifyOptions = { atMs: 5, isInInitialList: false, includesUnchanged: false };

function at(version: number, name = 'a', uid = `uid-${name}`): Cached<Widget> {
  return asCached(widget(name, version, { uid }));
}

function line(item: Notification<Widget>): string {
  const { name, resourceVersion } = item.object.metadata;
  const from = item.type === 'update' ? `${item.before.metadata.resourceVersion} -> ` : '';
  const note = item.type === 'delete' && item.finalStateUnknown ? ' unknown' : '';
  const initial = item.type === 'add' && item.isInInitialList ? ' initial' : '';
  return `${item.type} ${name}@${from}${resourceVersion}${note}${initial}`;
}

function lines(batches: readonly Batch<Widget>[]): string[] {
  const all = batches.flatMap((batch) => {
    const notifications = [...batch];
    assert.equal(notifications.length, batch.length);
    return notifications;
  });
  assert.ok(all.every(({ atMs }) => atMs === OPTIONS.atMs));
  return all.map(line);
}

describe('the changes of a list are reported', () => {
  const changes = new ListChanges<Widget>();
  const kept = at(3, 'kept');
  changes.add(at(1, 'gone'), undefined);
  changes.add(undefined, at(2, 'new'));
  changes.add(kept, kept);
  changes.add(at(1, 'changed'), at(4, 'changed'));
  changes.add(at(1, 'again', 'first'), at(5, 'again', 'second'));
  const received = [
    'delete gone@1 unknown',
    'add new@2',
    'update changed@1 -> 4',
    'delete again@1 unknown',
    'add again@5',
  ];

  test('in order, with a deletion and an add for a new object of the same name', () => {
    assert.deepEqual(lines(changes.batches(OPTIONS)), received);
  });

  test('including unchanged objects to handlers with resyncs', () => {
    const all = received.toSpliced(2, 0, 'update kept@3 -> 3');
    assert.deepEqual(lines(changes.batches({ ...OPTIONS, includesUnchanged: true })), all);
  });

  test('as the initial list', () => {
    const [, add] = lines(changes.batches({ ...OPTIONS, isInInitialList: true }));
    assert.equal(add, 'add new@2 initial');
  });

  test('once each in a long list, and not at all if nothing has changed', () => {
    const many = new ListChanges<Widget>();
    const same = new ListChanges<Widget>();
    for (let i = 0; i < 2000; i++) {
      many.add(undefined, at(i, `w${i}`));
      same.add(kept, kept);
    }
    const wanted = Array.from({ length: 2000 }, (_, i) => `add w${i}@${i}`);
    assert.deepEqual(lines(many.batches(OPTIONS)), wanted);
    assert.deepEqual(same.batches(OPTIONS), []);
  });
});

for (const Buffer of [FullBuffer, CoalescingBuffer]) {
  describe(`a ${Buffer.name}`, () => {
    const single: Notification<Widget> = {
      type: 'add',
      object: at(1, 'single'),
      isInInitialList: false,
      atMs: 0,
    };

    function filled(): EventBuffer<Widget> {
      const changes = new ListChanges<Widget>();
      for (let i = 0; i < 3; i++) changes.add(undefined, at(i, `w${i}`));
      const buffer = new Buffer<Widget>();
      buffer.push(single);
      for (const batch of changes.batches(OPTIONS)) buffer.push(batch);
      buffer.push('synced');
      return buffer;
    }

    test('returns the items of batches in order, and counts pending events', () => {
      const buffer = filled();
      buffer.push({ ...single, object: at(9, 'last') });
      const received: string[] = [];
      for (let left = buffer.length - 1; ; left--) {
        const item = buffer.shift();
        if (item === undefined) break;
        received.push(typeof item === 'string' ? item : line(item));
        if (typeof item === 'string') left++;
        assert.equal(buffer.length, left);
      }
      const wanted = ['add single@1', 'add w0@0', 'add w1@1', 'add w2@2', 'synced', 'add last@9'];
      assert.deepEqual(received, wanted);
    });

    test('clear() drops the rest of a batch', () => {
      const buffer = filled();
      for (let i = 0; i < 2; i++) buffer.shift();
      buffer.clear();
      assert.equal(buffer.length, 0);
      assert.equal(buffer.shift(), undefined);
    });
  });
}
