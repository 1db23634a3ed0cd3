import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { explore } from './explore.js';
import { contentOf, snapshotOf } from './outside-checks.js';
import { maskedState } from './masked-state.js';
import { differences } from './state-differences.js';

class Zone {
  readonly names = new Set<string>();
  readonly limits = { records: 10 };

  async add(name: string): Promise<void> {
    this.names.add(name);
  }
}

/** A service whose records belong to a zone. */
class Cloud extends Zone {
  readonly zone = new Zone();

  has(name: string): boolean {
    return this.names.has(name);
  }

  touch(): void {}
}

/** Explores an operator that does this for each ConfigMap. */
const explored = (work: (cloud: Cloud, name: string) => unknown, reads: readonly string[] = []) =>
  explore({
    operator: (manager, { cloud }: { readonly cloud: Cloud }) => {
      const { configMaps } = manager.cache({ configMaps: configMapResource });
      manager.controller(configMaps).reconcile(async ({ metadata }) => {
        await work(cloud, metadata.name);
      });
    },
    server: createFakeTransport,
    outside: { cloud: () => new Cloud() },
    reads,
    workload: {
      create: ({ server }) =>
        createConfigMapClient(server, 'default').create({ metadata: { name: 'shop' } }),
    },
    faults: [],
  });

test('a field with methods is refused, because their calls are not effects', async () => {
  await assert.rejects(
    explored((cloud, name) => cloud.zone.add(name)),
    /cloud\.zone has methods, and their calls are not effects; make it an outside object of its own/,
  );
});

test('a method that returns a value is refused, unless it is a read', async () => {
  const work = async (cloud: Cloud, name: string) => {
    if (!cloud.has(name)) await cloud.add(name);
  };
  await assert.rejects(
    explored(work),
    /cloud\.has returns no promise; list it in reads if it changes nothing, or make it async/,
  );
  const { effects } = await explored(work, ['cloud.has']);
  assert.deepEqual(effects['create'], [{ name: 'cloud.add shop', occurrence: 1 }]);
});

test('fields without methods, and methods without a result, are permitted', async () => {
  const { effects } = await explored((cloud) => {
    assert.equal(cloud.names.size, 0);
    assert.equal(cloud.limits.records, 10);
    return cloud.touch();
  });
  assert.deepEqual(effects['create'], [{ name: 'cloud.touch', occurrence: 1 }]);
});

test('the content of a Map and of a Set is compared', () => {
  const stateOf = (ids: readonly string[], shop: [string, bigint]) =>
    maskedState([], {
      dns: { ids: new Set(ids), sites: new Map([[1, { shop: new Map([shop]) }]]) },
    });
  const [a, b] = [stateOf(['a', 'b'], ['size', 1n]), stateOf(['b', 'a'], ['size', 2n])];
  assert.deepEqual(differences(a, b), [
    'dns differs:\n    - .sites["1"].shop.size: "1"\n    + .sites["1"].shop.size: "2"',
  ]);
});

test('a long value of a difference is cut', () => {
  const stateOf = (text: string) => maskedState([], { dns: { text: text.repeat(1_000_000) } });
  const [text = ''] = differences(stateOf('a'), stateOf('b'));
  assert.match(text, /^dns differs:\n {4}- \.text: "a+…\n {4}\+ \.text: "b+…$/);
  assert.ok(text.length < 1_000, String(text.length));
});

test('a snapshot that cannot be copied names its outside object', () => {
  const snapshot = async (): Promise<string> => '';
  assert.throws(() => snapshotOf('dns', { snapshot }), {
    message:
      'the snapshot of the outside object dns cannot be copied: #<Promise> could not be cloned.; return data, and no promise',
  });
  const list: unknown[] = [];
  list.push(new Map([['list', list]]));
  assert.throws(() => snapshotOf('dns', { snapshot: () => list }), /copied: it contains itself;/);
  assert.throws(() => contentOf('dns', { list }), {
    message:
      'the outside object dns cannot be compared, because it contains itself; give it the methods snapshot and restore',
  });
  const shared = [1];
  assert.deepEqual(contentOf('dns', { a: shared, b: shared }), { a: [1], b: [1] });
});
