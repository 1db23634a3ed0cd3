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

/** Whether a view is cached. If not, it is created. */
function isCached(views: Views, revision: Revision): boolean {
  let isMade = false;
  views(revision, () => {
    isMade = true;
    return { ...VIEW };
  });
  return !isMade;
}

test('removes the least recently read views above the limit of all versions', () => {
  const limit = 3 * heapBytes(VIEW);
  const cache = new ViewCache(limit);
  const all = Array.from({ length: 60 }, (_, i) => ({
    views: cache.createViews(),
    revision: revisionOf(`a${i}`),
  }));
  const [first, ...others] = all;
  assert.ok(first !== undefined);
  for (const { views, revision } of others) {
    isCached(first.views, first.revision);
    isCached(views, revision);
    assert.ok(cache.bytes <= limit);
  }
  assert.ok(isCached(first.views, first.revision));
  assert.deepEqual(
    [58, 59, 57].map((i) => {
      const { views, revision } = all[i] ?? assert.fail();
      return isCached(views, revision);
    }),
    [true, true, false],
  );
});

test('keeps only the two most recently read views of an object', () => {
  const cache = new ViewCache(100_000);
  const revision = revisionOf('a');
  const [v1, v2, v3] = [cache.createViews(), cache.createViews(), cache.createViews()];
  isCached(v1, revision);
  isCached(v2, revision);
  assert.notEqual(v1.cached(revision), undefined);
  isCached(v3, revision);
  assert.equal(cache.bytes, 2 * heapBytes(VIEW));
  assert.ok(isCached(v1, revision));
  assert.ok(isCached(v3, revision));
  assert.equal(v2.cached(revision), undefined);
});

test('returns a view larger than the limit without caching it', () => {
  const cache = new ViewCache(100);
  assert.deepEqual(
    cache.createViews()(revisionOf('a'), () => VIEW),
    VIEW,
  );
  assert.equal(cache.bytes, 0);
});
