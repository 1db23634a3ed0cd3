import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ObjectStore } from '../storage/object-store.js';
import { VersionCounter } from '../storage/version-counter.js';
import { customEndpoints } from './custom-endpoint.js';
import { listPieces } from './list-items.js';
import type { Endpoint } from '../resource/endpoint.js';

function endpointOf(store: ObjectStore): Endpoint {
  const [endpoint] = customEndpoints(
    {
      metadata: { name: 'things.list.test' },
      spec: {
        group: 'list.test',
        names: { plural: 'things', kind: 'Thing' },
        scope: 'Cluster',
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    },
    store,
    new AbortController().signal,
  );
  assert.ok(endpoint);
  return endpoint;
}

test('reads the items of a list in pieces', () => {
  const store = new ObjectStore(new VersionCounter());
  for (let i = 0; i < 100; i++) store.put(`thing-${i}`, { metadata: {} }, undefined);
  let reads = 0;
  const endpoint: Endpoint = {
    ...endpointOf(store),
    read(revision) {
      reads++;
      return { ...revision.object, filledIn: 'x'.repeat(10_000) };
    },
  };
  const list = { kind: 'ThingList', metadata: { resourceVersion: '1' } };
  const pieces = listPieces(endpoint, list, [...store.scan('')]);
  const first = pieces.next();
  const readsForFirst = reads;
  assert.ok(readsForFirst < 30, `${readsForFirst} reads`);
  const text = `${String(first.value)}${[...pieces].join('')}`;
  const whole = JSON.parse(text) as { readonly items: readonly unknown[] };
  assert.equal(whole.items.length, 100);
});
