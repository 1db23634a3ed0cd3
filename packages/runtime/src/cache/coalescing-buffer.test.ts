import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeRandom } from '../testing/fake-random.js';
import { asCached, type Cached } from './cached.js';
import { CoalescingBuffer } from './coalescing-buffer.js';
import type { Mark, Notification } from './notification.js';
import { widget, type Widget } from './scripted-client.test.helper.js';

type Event = Notification<Widget>;

function at(version: number, name = 'a', uid = 'u'): Cached<Widget> {
  return asCached(widget(name, version, { uid }));
}

const add = (object: Cached<Widget>, isInInitialList = false): Event => ({
  type: 'add',
  object,
  isInInitialList,
  atMs: 0,
});
const update = (before: Cached<Widget>, object: Cached<Widget>): Event => ({
  type: 'update',
  before,
  object,
  atMs: 0,
});
const gone = (object: Cached<Widget>, finalStateUnknown = false): Event => ({
  type: 'delete',
  object,
  finalStateUnknown,
  atMs: 0,
});
const resync = (object: Cached<Widget>): Event => ({ type: 'resync', object, atMs: 0 });

/** Returns the contents of a buffer after these items were added. */
function coalesced(...items: (Event | Mark)[]): (Event | Mark)[] {
  const buffer = new CoalescingBuffer<Widget>();
  for (const item of items) buffer.push(item);
  return drained(buffer);
}

function drained(buffer: CoalescingBuffer<Widget>): (Event | Mark)[] {
  const received: (Event | Mark)[] = [];
  for (let item = buffer.shift(); item !== undefined; item = buffer.shift()) received.push(item);
  assert.equal(buffer.length, 0);
  return received;
}

describe('for the pending events of one object, a handler receives', () => {
  const [a1, a2, a3, a4] = [at(1), at(2), at(3), at(4)];
  const [b5, b6] = [at(5, 'a', 'other'), at(6, 'a', 'other')];
  const cases: readonly (readonly [string, readonly Event[], readonly Event[]])[] = [
    [
      'one add with the newest state for an add and updates',
      [add(a1, true), update(a1, a2)],
      [add(a2, true)],
    ],
    ['nothing if the object was created and deleted', [add(a1), update(a1, a2), gone(a3)], []],
    ['one update from the last received state', [update(a1, a2), update(a2, a3)], [update(a1, a3)]],
    ['only the deletion after updates', [update(a1, a2), gone(a3)], [gone(a3)]],
    ['finalStateUnknown of a deletion', [update(a1, a2), gone(a2, true)], [gone(a2, true)]],
    ['a deletion and an add of another object', [gone(a2), add(b5)], [gone(a2), add(b5)]],
    [
      'the newest state of another object',
      [gone(a2), add(b5), update(b5, b6)],
      [gone(a2), add(b6)],
    ],
    [
      'only the first deletion if the other object was deleted too',
      [update(a1, a2), gone(a3), add(b5), gone(b6)],
      [gone(a3)],
    ],
    ['the update if a resync is pending', [resync(a1), update(a1, a2)], [update(a1, a2)]],
    ['the update if a resync follows', [update(a1, a2), resync(a2)], [update(a1, a2)]],
    ['one resync for several', [resync(a1), resync(a1)], [resync(a1)]],
    ['the deletion after a resync', [resync(a3), gone(a4)], [gone(a4)]],
    ['the add if a resync follows', [add(a1), resync(a1)], [add(a1)]],
  ];
  for (const [what, items, wanted] of cases) {
    test(what, () => assert.deepEqual(coalesced(...items), wanted));
  }
});

test('objects keep the order of their first events', () => {
  const [a1, b1, c1] = [at(1, 'a'), at(1, 'b'), at(1, 'c')];
  const received = coalesced(
    add(a1),
    add(b1),
    'synced',
    add(c1),
    update(a1, at(2, 'a')),
    gone(b1),
    add(at(3, 'b')),
  );
  assert.deepEqual(received, [add(at(2, 'a')), 'synced', add(c1), add(at(3, 'b'))]);
});

test('a merged event is as old as its first event', () => {
  const [a1, a2, a3] = [at(1), at(2), at(3)];
  const first = { ...update(a1, a2), atMs: 5 };
  const [received] = coalesced(first, { ...update(a2, a3), atMs: 9 });
  assert.deepEqual(received, { ...update(a1, a3), atMs: 5 });
});

test('events of a new object are merged while the deletion of the old one is delivered', () => {
  const buffer = new CoalescingBuffer<Widget>();
  const [a1, b2, b3] = [at(1), at(2, 'a', 'other'), at(3, 'a', 'other')];
  buffer.push(gone(a1));
  buffer.push(add(b2));
  assert.deepEqual(buffer.shift(), gone(a1));
  assert.equal(buffer.length, 1);
  buffer.push(update(b2, b3));
  assert.deepEqual(drained(buffer), [add(b3)]);

  buffer.push(gone(a1));
  buffer.push(add(b2));
  buffer.shift();
  buffer.push(gone(b3));
  assert.deepEqual(drained(buffer), []);
});

test('short-lived names do not accumulate memory', () => {
  const buffer = new CoalescingBuffer<Widget>();
  for (let i = 0; i < 100_000; i++) {
    buffer.push(add(at(i, `w${i}`)));
    buffer.push(gone(at(i, `w${i}`)));
    assert.equal(buffer.length, 0);
  }
  assert.ok(buffer.places < 1000, `${buffer.places} places`);
});

test('random events lead to valid notifications and the final state', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createFakeRandom(seed);
    const buffer = new CoalescingBuffer<Widget>();
    const store = new Map<string, Cached<Widget>>();
    const known = new Map<string, Cached<Widget>>();
    const names = 'abcdefgh'.split('');
    const where = (step: number): string => `seed ${seed}, step ${step}`;

    const change = (step: number): void => {
      const name = names[Math.floor(random() * names.length)] ?? 'a';
      const before = store.get(name);
      const dice = random();
      if (before === undefined) {
        const object = at(step, name, `uid-${step}`);
        store.set(name, object);
        buffer.push(add(object));
      } else if (dice < 0.5) {
        const object = at(step, name, before.metadata.uid);
        store.set(name, object);
        buffer.push(update(before, object));
      } else if (dice < 0.7) {
        store.delete(name);
        buffer.push(gone(random() < 0.5 ? before : at(step, name, before.metadata.uid)));
      } else if (dice < 0.85) {
        const object = at(step, name, `uid-${step}`);
        store.set(name, object);
        buffer.push(gone(before, true));
        buffer.push(add(object));
      } else {
        for (const object of store.values()) buffer.push(resync(object));
      }
    };

    const deliver = (step: number): boolean => {
      const item = buffer.shift();
      if (item === undefined || typeof item === 'string') return false;
      const { name, uid } = item.object.metadata;
      const before = known.get(name);
      if (item.type === 'add') {
        assert.equal(before, undefined, where(step));
        known.set(name, item.object);
      } else if (item.type === 'delete') {
        assert.equal(before?.metadata.uid, uid, where(step));
        known.delete(name);
      } else {
        assert.equal(before, item.type === 'update' ? item.before : item.object, where(step));
        assert.equal(before?.metadata.uid, uid, where(step));
        known.set(name, item.object);
      }
      return true;
    };

    const isEager = random();
    for (let step = 1; step <= 300; step++) {
      if (random() < isEager) change(step);
      else deliver(step);
      assert.ok(buffer.length <= new Set([...store.keys(), ...known.keys()]).size, where(step));
    }
    while (deliver(301));
    assert.equal(buffer.length, 0);
    assert.deepEqual(new Map([...known].sort()), new Map([...store].sort()), `seed ${seed}`);
  }
});
