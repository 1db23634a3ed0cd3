import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heapBytes } from '../json/heap-bytes.js';
import type { Revision } from './revision.js';
import { ViewCache, type Views } from './view-cache.js';

function revisionOf(name: string): Revision {
  return {
    key: name,
    version: 1,
    object: { name },
    bytes: 0,
    preparedBy: undefined,
    text: undefined,
  };
}

const VIEW = { text: 'x'.repeat(1000) };

test('creates a view once while it is cached', () => {
  const views = new ViewCache(10_000).createViews();
  const revision = revisionOf('a');
  const first = views(revision, () => ({ ...VIEW }));
  assert.equal(
    views(revision, () => assert.fail('made again')),
    first,
  );
});

test('creates separate views for each version', () => {
  const cache = new ViewCache(10_000);
  const revision = revisionOf('a');
  const [v1, v2] = [cache.createViews(), cache.createViews()];
  assert.notEqual(
    v1(revision, () => ({ ...VIEW })),
    v2(revision, () => ({ ...VIEW })),
  );
});

test('removes the oldest views above the limit of all versions', () => {
  const limit = 3 * heapBytes(VIEW);
  const cache = new ViewCache(limit);
  const all = Array.from({ length: 60 }, () => cache.createViews());
  const revision = revisionOf('a');
  for (const views of all) {
    views(revision, () => ({ ...VIEW }));
    assert.ok(cache.bytes <= limit);
  }
  const isCached = (views: Views): boolean => {
    let isMade = false;
    views(revision, () => {
      isMade = true;
      return {};
    });
    return !isMade;
  };
  assert.deepEqual(all.slice(-4).reverse().map(isCached), [true, true, true, false]);
});

test('returns a view larger than the limit without caching it', () => {
  const cache = new ViewCache(100);
  assert.deepEqual(
    cache.createViews()(revisionOf('a'), () => VIEW),
    VIEW,
  );
  assert.equal(cache.bytes, 0);
});
