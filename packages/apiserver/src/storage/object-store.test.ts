import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { HistoryBudget } from './history-budget.js';
import { MemoryBudget } from './memory-budget.js';
import { ObjectStore } from './object-store.js';
import { VersionCounter } from './version-counter.js';

function store(logCapacity?: number): ObjectStore {
  return new ObjectStore(new VersionCounter(), logCapacity === undefined ? {} : { logCapacity });
}

const put = (into: ObjectStore, key: string, n = 0) =>
  into.put(key, { metadata: {}, n }, undefined);
const keys = (revisions: Iterable<{ key: string }>) => [...revisions].map(({ key }) => key);

test('scans in the order of keys', () => {
  const objects = store();
  for (const key of ['b/1', 'a/2', 'a-b/1', 'a/1']) put(objects, key);
  assert.deepEqual(keys(objects.scan('')), ['a-b/1', 'a/1', 'a/2', 'b/1']);
  objects.remove('a/1');
  put(objects, 'a/0');
  put(objects, 'a/1');
  assert.deepEqual(keys(objects.scan('a/')), ['a/0', 'a/1', 'a/2']);
  assert.deepEqual(keys(objects.scan('a/', 'a/1\0')), ['a/2']);
});

test('reverts later changes in a scan at an older version', () => {
  const objects = store();
  put(objects, 'b');
  put(objects, 'd');
  const version = objects.version;
  put(objects, 'a');
  put(objects, 'b', 7);
  objects.remove('d');
  assert.deepEqual(keys(objects.scan('')), ['a', 'b']);
  const then = [...objects.scanAt(version, '')];
  assert.deepEqual(keys(then), ['b', 'd']);
  assert.equal(then[0]?.object['n'], 0);
});

test('removes the oldest changes from the log and updates its horizon', () => {
  const objects = store(3);
  for (let n = 0; n < 10; n++) put(objects, 'a', n);
  const { log } = objects;
  assert.equal(log.horizon, objects.version - 3);
  const start = log.positionAfter(log.horizon);
  assert.deepEqual(
    [0, 1, 2, 3].map((offset) => log.at(start + offset)?.revision.object['n']),
    [7, 8, 9, undefined],
  );
  assert.equal(log.hasLost(start - 1), true);
  assert.equal(log.hasLost(log.end), false);
});

test('sends the last state of a removed object with the version of its removal', () => {
  const objects = store();
  const stored = put(objects, 'a');
  const removed = objects.remove('a');
  assert.deepEqual(removed?.object['metadata'], { resourceVersion: String(objects.version) });
  assert.deepEqual(stored.object['metadata'], { resourceVersion: String(stored.version) });
});

describe('history in bytes', () => {
  const large = (): JsonObject => ({ metadata: {}, text: 'x'.repeat(1000) });
  const storesOf = (limit: number): [ObjectStore, ObjectStore] => {
    const counter = new VersionCounter();
    const budget = new HistoryBudget(limit);
    return [new ObjectStore(counter, { budget }), new ObjectStore(counter, { budget })];
  };

  test('removes the oldest changes if the log exceeds the budget', () => {
    const [objects] = storesOf(5000);
    for (let n = 0; n < 100; n++) objects.put('a', large(), undefined);
    const { log } = objects;
    const kept = log.end - log.positionAfter(log.horizon);
    assert.ok(kept >= 3 && kept <= 5, String(kept));
    assert.ok(log.bytes <= 5000);
    assert.equal(log.hasLost(log.positionAfter(log.horizon) - 1), true);
  });

  test('does not count stored objects until they are replaced or removed', () => {
    const [objects] = storesOf(5000);
    const start = objects.version;
    for (let n = 0; n < 100; n++) objects.put(`a${n}`, large(), undefined);
    assert.equal(objects.log.horizon, start);
    for (let n = 0; n < 100; n++) objects.remove(`a${n}`);
    assert.ok(objects.log.horizon > start);
  });

  test('does not shorten the history of other stores', () => {
    const [busy, quiet] = storesOf(5000);
    put(quiet, 'a');
    put(quiet, 'a', 1);
    const { horizon } = quiet.log;
    for (let n = 0; n < 100; n++) busy.put('a', large(), undefined);
    assert.equal(quiet.log.horizon, horizon);
    busy.close();
    for (let n = 0; n < 10; n++) put(quiet, 'a', n);
    assert.equal(quiet.log.horizon, horizon);
  });
});

test('returns the JSON of current and previous revisions', () => {
  const objects = store();
  const first = put(objects, 'a', 1);
  const second = put(objects, 'a', 2);
  const removed = objects.remove('a');
  assert.ok(removed);
  for (const revision of [first, second, removed, first]) {
    const n = revision === first ? 1 : 2;
    const expected = { metadata: { resourceVersion: String(revision.version) }, n };
    assert.equal(objects.textOf(revision), JSON.stringify(expected));
  }
});

test('caches the JSON of current objects within the budget', () => {
  const length = '{"metadata":{"resourceVersion":"1"},"n":0}'.length;
  const texts = new MemoryBudget(2 * length);
  const objects = new ObjectStore(new VersionCounter(), { texts });
  const textsKept = () => [...objects.scan('')].filter(({ text }) => text !== undefined).length;
  const all = ['a', 'b', 'c'].map((key) => put(objects, key));
  for (const revision of all) objects.textOf(revision);
  assert.equal(textsKept(), 2);
  put(objects, 'a');
  objects.remove('b');
  for (const revision of all) objects.textOf(revision);
  assert.equal(textsKept(), 1);
  for (const revision of objects.scan('')) objects.textOf(revision);
  assert.equal(textsKept(), 2);
});
