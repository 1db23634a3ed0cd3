import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cachedBytes } from './cached-bytes.js';

function storeOf(objects: readonly object[]): Parameters<typeof cachedBytes>[0] {
  return { list: () => objects };
}

describe('the bytes of cached objects', () => {
  test('are the length of their JSON', () => {
    const objects = [
      {},
      { list: [], text: 'text', none: null, numbers: [1, -2.5, 1e21], is: true, isNot: false },
      { metadata: { name: 'a', labels: { app: 'web' }, removed: undefined }, spec: { list: [{}] } },
    ];
    for (const object of objects) {
      assert.equal(cachedBytes(storeOf([object])), JSON.stringify(object).length);
    }
    assert.equal(cachedBytes(storeOf([])), 0);
  });

  test('are extrapolated from a distributed sample for many objects', () => {
    const objects = Array.from({ length: 10_000 }, (_, index) => ({
      text: 'x'.repeat(index % 1_000),
    }));
    const exact = objects.reduce((sum, object) => sum + JSON.stringify(object).length, 0);
    const error = Math.abs(cachedBytes(storeOf(objects)) / exact - 1);
    assert.ok(error < 0.05, `the error is ${error}`);
  });
});
