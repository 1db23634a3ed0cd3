import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holderOf, ShardKeys } from './shard-keys.js';

const keysOf = (count: number) => Array.from({ length: count }, (_, n) => `default/site-${n}`);

/** Counts the items per group. */
function countBy<T>(items: readonly T[], groupOf: (item: T) => unknown): number[] {
  const counts = new Map<unknown, number>();
  for (const item of items) counts.set(groupOf(item), (counts.get(groupOf(item)) ?? 0) + 1);
  return [...counts.values()];
}

describe('the shard of a key', () => {
  test('never changes: another version of the program must agree', () => {
    const keys = new ShardKeys({ shards: 16 });
    assert.deepEqual(
      ['default/shop', 'default/shop-2', 'kube-system/a', 'node-1'].map((key) => keys.shardOf(key)),
      [4, 5, 0, 4],
    );
  });

  test('distributes keys evenly that differ only in a number', () => {
    const keys = new ShardKeys({ shards: 16 });
    const counts = countBy(keysOf(16_000), (key) => keys.shardOf(key));
    assert.equal(counts.length, 16);
    assert.ok(Math.min(...counts) > 850 && Math.max(...counts) < 1_150, counts.join(' '));
  });

  test('is the shard of the namespace if the option by says so', () => {
    const keys = new ShardKeys({ shards: 4, by: 'namespace' });
    assert.equal(countBy(keysOf(100), (key) => keys.shardOf(key)).length, 1);
    const cluster = Array.from({ length: 100 }, (_, n) => `node-${n}`);
    assert.equal(countBy(cluster, (key) => keys.shardOf(key)).length, 4);
  });

  test('rejects an invalid number of shards and an invalid field', () => {
    for (const shards of [0, 257, 1.5]) {
      assert.throws(() => new ShardKeys({ shards }), { code: 'ERR_VMGEN_ARGUMENT' });
    }
    const by: string = 'uid';
    assert.throws(
      () => new ShardKeys({ shards: 4, by: by as 'key' }),
      /must be "key" or "namespace"/,
    );
  });
});

describe('the shard selector', () => {
  test('has the ranges of Kubernetes', () => {
    const keys = new ShardKeys({ shards: 4, by: 'namespace' });
    assert.equal(
      keys.selectorOf([3, 0]),
      "shardRange(object.metadata.namespace, '0x0000000000000000', '0x4000000000000000') || " +
        "shardRange(object.metadata.namespace, '0xc000000000000000', '0x10000000000000000')",
    );
    assert.match(keys.selectorOf([]) ?? '', /'0x0000000000000000', '0x0000000000000001'\)$/);
    assert.equal(new ShardKeys({ shards: 4 }).selectorOf([1]), undefined);
  });

  test('selects the namespaces of its shards only', () => {
    // FNV-1a of 64 bits of these texts, as published with the algorithm.
    const published = { a: 0xaf63dc4c8601ec8cn, foobar: 0x85944171f73967e8n };
    for (const shards of [1, 3, 7, 256]) {
      const keys = new ShardKeys({ shards, by: 'namespace' });
      for (const [namespace, hash] of Object.entries(published)) {
        const selector = keys.selectorOf([keys.shardOf(`${namespace}/x`)]) ?? '';
        const [start = 0n, end = 0n] = [...selector.matchAll(/0x[0-9a-f]+/g)].map(([hex]) =>
          BigInt(hex),
        );
        assert.ok(start <= hash && hash < end, `${namespace} in ${selector}`);
      }
    }
  });
});

describe('the holder of a shard', () => {
  const shards = [...Array(64).keys()];
  const holders = (members: readonly string[]) => shards.map((shard) => holderOf(shard, members));

  test('is one of the members, each with a share', () => {
    const counts = countBy(holders(['a', 'b', 'c']), (holder) => holder);
    assert.equal(counts.length, 3);
    assert.ok(Math.min(...counts) >= 10, counts.join(' '));
    assert.equal(holderOf(0, []), undefined);
  });

  test('does not depend on the order of the members', () => {
    assert.deepEqual(holders(['a', 'b', 'c']), holders(['c', 'a', 'b']));
  });

  test('changes only for shards that a joining or leaving member gains or loses', () => {
    const [before, after] = [holders(['a', 'b', 'c']), holders(['a', 'b', 'c', 'd'])];
    for (const shard of shards) {
      if (before[shard] !== after[shard]) assert.equal(after[shard], 'd');
    }
  });
});
