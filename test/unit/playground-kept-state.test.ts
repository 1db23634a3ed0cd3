import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepState, keptState } from '../../site/playground/src/core/kept-state.js';
import type { PlaygroundState } from '../../site/playground/src/core/state.js';

const stateOf = (text: string): PlaygroundState => ({
  files: { 'web/v1/types.ts': text },
  active: 'web/v1/types.ts',
});

/** A storage, which may be full. */
function storage({ isFull = false } = {}) {
  const texts = new Map<string, string>();
  const access = () => ({
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('QuotaExceededError');
      texts.set(key, text);
    },
  });
  const spoil = () => texts.forEach((_, key) => texts.set(key, '{}'));
  return { access, spoil };
}

const forbidden = () => {
  throw new Error('SecurityError');
};

test('the playground shows the state of the tab, and that of the last visit without one', () => {
  const [tab, visit] = [storage(), storage()];
  const storages = [tab.access, visit.access];
  assert.equal(keptState(storages), undefined);
  keepState(stateOf('visit'), [visit.access]);
  assert.deepEqual(keptState(storages), stateOf('visit'));
  keepState(stateOf('tab'), [tab.access]);
  assert.deepEqual(keptState(storages), stateOf('tab'));
  tab.spoil();
  assert.deepEqual(keptState(storages), stateOf('visit'));
});

test('the playground keeps its state in one storage if the other is full or forbidden', () => {
  for (const first of [storage({ isFull: true }).access, forbidden]) {
    const storages = [first, storage().access];
    keepState(stateOf('kept'), storages);
    assert.deepEqual(keptState(storages), stateOf('kept'));
  }
});
