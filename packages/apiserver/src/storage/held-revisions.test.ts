import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldRevisions } from './held-revisions.js';
import { MemoryBudget } from './memory-budget.js';
import { ObjectStore } from './object-store.js';
import { VersionCounter } from './version-counter.js';

const LIMIT = 10_000;

function storeWith(...names: string[]): { store: ObjectStore; put: (name: string) => void } {
  const store = new ObjectStore(new VersionCounter());
  const put = (name: string): void => void store.put(name, { metadata: { name } }, undefined, 1000);
  for (const name of names) put(name);
  return { store, put };
}

const listOf = (store: ObjectStore): HeldRevisions =>
  new HeldRevisions(store, store.version, [...store.scan('')]);

/** How much of a budget is used. */
function used(memory: MemoryBudget): number {
  let free = 0;
  memory.reserve(1);
  while (memory.reserve(1)) free++;
  memory.release(free + 1);
  return LIMIT - free - 1;
}

test('counts an object once if it is replaced or removed while the list is held', () => {
  const memory = new MemoryBudget(LIMIT);
  const { store, put } = storeWith('a', 'b', 'c');
  const held = listOf(store);
  assert.equal(
    held.reserve(memory, () => assert.fail('nothing exceeds the budget')),
    true,
  );
  assert.equal(used(memory), 24);
  put('a');
  put('a');
  store.remove('b');
  put('d');
  put('d');
  assert.equal(used(memory), 2024);
  held.release();
  put('c');
  assert.equal(used(memory), 0);
});

test('counts added bytes, and objects that were replaced before the response is sent', () => {
  const memory = new MemoryBudget(LIMIT);
  const { store, put } = storeWith('a', 'b');
  const held = listOf(store);
  put('a');
  held.add(500);
  assert.equal(
    held.reserve(memory, () => assert.fail('nothing exceeds the budget')),
    true,
  );
  assert.equal(used(memory), 1516);
});

test('releases everything and reports it if the budget is exceeded', () => {
  const memory = new MemoryBudget(LIMIT);
  const { store, put } = storeWith('a', 'b');
  const held = listOf(store);
  let exceeded = 0;
  held.reserve(memory, () => exceeded++);
  memory.reserve(9500);
  put('a');
  put('b');
  assert.equal(exceeded, 1);
  assert.equal(used(memory), 9500);
});
