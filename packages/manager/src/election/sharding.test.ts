import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { LeadershipLostError } from '@vmgen/runtime';
import type { Lease } from '@vmgen/runtime/api';
import { ApiError } from '@vmgen/runtime/client';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createManager } from '../operator-manager.js';
import type { KeyContext } from '../reconcile/reconcile-context.js';
import { createSites, setUpMembers, shardsOf, work, type Member } from './sharding.test.helper.js';
import { until } from '../site.test.helper.js';

const SHARDS = 8;
const LEASE_MS = 15_000;

/** Each shard has exactly one holder. */
function assertCovered(...members: Member[]): void {
  const held = members.flatMap((member) => [...shardsOf(member)]);
  assert.deepEqual(
    held.sort((a, b) => a - b),
    [...Array(SHARDS).keys()],
  );
}

describe('sharding', () => {
  test('gives each member a share, and each key to one member', async (t) => {
    const { clock, fake, observer, join } = setUpMembers(t);
    await createSites(fake, 60);
    const members = [join('a'), join('b'), join('c')];
    await clock.advance(10_000);
    assertCovered(...members);
    for (const member of members) assert.ok(shardsOf(member).length >= 1);
    assert.equal(observer.lastOf.size, 60);
    assert.deepEqual(observer.violations, []);
    const { items } = await createConfigMapClient(fake, 'default').list();
    assert.equal(items.length, 60);
    // The caches contain the share only.
    const cached = members.map(({ manager }) => manager.describe().caches[0]?.objects ?? 0);
    assert.equal(
      cached.reduce((sum, n) => sum + n),
      60,
    );
  });

  test('moves only the shards of a member that joins or leaves', async (t) => {
    const { clock, fake, observer, join } = setUpMembers(t);
    await createSites(fake, 40);
    const [a, b] = [join('a'), join('b')];
    await clock.advance(10_000);
    const before = new Map([a, b].map((member) => [member, shardsOf(member)]));
    const c = join('c');
    await clock.advance(10_000);
    assertCovered(a, b, c);
    for (const [member, held] of before) {
      assert.ok(shardsOf(member).every((shard) => held.includes(shard)));
    }
    await c.stop();
    assert.equal(await c.ended, undefined);
    // Its Lease is gone, so the others need not wait.
    await clock.advance(5_000);
    for (const [member, held] of before) assert.deepEqual(shardsOf(member), held);
    assert.deepEqual(observer.violations, []);
  });

  test('takes over the share of a member that disappears within lease duration + 5 s', async (t) => {
    const { clock, fake, observer, join } = setUpMembers(t);
    const client = await createSites(fake, 40);
    const [a, b, c] = [join('a'), join('b'), join('c')];
    await clock.advance(10_500);
    assertCovered(a, b, c);
    c.isCut = true;
    await client.list().then(async ({ items }) => {
      for (const { metadata } of items) {
        await client.mergePatch(metadata.name, { spec: { html: '1' } });
      }
    });
    await clock.advance(LEASE_MS + 5_000);
    assertCovered(a, b);
    const { items } = await createConfigMapClient(fake, 'default').list();
    assert.deepEqual(
      items.filter(({ data }) => data?.['html'] !== '1'),
      [],
    );
    assert.deepEqual(observer.violations, []);
    const error = await c.ended;
    assert.ok(error instanceof Error && /lease of this member was lost/.test(error.message));
  });

  test('a shard moves after its reconciles have ended', async (t) => {
    const { clock, fake, observer, join } = setUpMembers(t);
    await createSites(fake, 30);
    const slow = ({ signal }: KeyContext) => work(clock, 8_000, signal);
    const a = join('a', { before: slow });
    await clock.advance(5_000);
    const b = join('b', { before: slow });
    await clock.advance(120_000);
    assertCovered(a, b);
    assert.deepEqual(observer.violations, []);
    assert.equal(observer.lastOf.size, 30);
  });

  test('takes over each shard within 2 s of its release', async (t) => {
    const { clock, fake, join } = setUpMembers(t);
    const a = join('a');
    await clock.advance(700);
    join('b');
    await clock.advance(9_300);
    const releasedMs = new Map<string, number>();
    const delaysMs: number[] = [];
    t.after(
      fake.server.observe(({ object }) => {
        const { name = '' } = object.metadata;
        if (!name.includes('-shard-')) return;
        const { holderIdentity } = (object as Lease).spec ?? {};
        const fromMs = releasedMs.get(name);
        if (!holderIdentity) releasedMs.set(name, clock.nowMs());
        else if (fromMs !== undefined && releasedMs.delete(name))
          delaysMs.push(clock.nowMs() - fromMs);
      }),
    );
    const held = shardsOf(a).length;
    await a.stop();
    await clock.advance(2_000);
    assert.ok(held > 0);
    assert.equal(delaysMs.length, held);
    assert.ok(Math.max(...delaysMs) <= 2_000, delaysMs.join());
  });

  test('no write and no effect happens after a shard was lost', async (t) => {
    const { clock, fake, observer, join } = setUpMembers(t);
    await createSites(fake, 1);
    let context: KeyContext | undefined;
    let effects = 0;
    join('a', {
      // Ignores its signal.
      before: async (own) => {
        context ??= own;
        await new Promise<void>((resolve) => clock.setTimer(10_000, resolve));
      },
    });
    await clock.advance(5_000);
    assert.equal(context?.signal.aborted, false);
    const leases = createLeaseClient(fake, 'default');
    const { items } = await leases.list();
    for (const { metadata, spec } of items) {
      if (!metadata.name.includes('-shard-')) continue;
      await leases.mergePatch(metadata.name, { spec: { ...spec, holderIdentity: 'other' } });
    }
    await clock.advance(3_000);
    assert.equal(context.signal.aborted, true);
    await assert.rejects(
      context.effect(() => effects++),
      { code: 'ERR_VMGEN_LEADERSHIP_LOST' },
    );
    assert.equal(effects, 0);
    await clock.advance(20_000);
    const configMaps = await createConfigMapClient(fake, 'default').list();
    assert.deepEqual(configMaps.items, []);
    assert.deepEqual(observer.violations, []);
  });

  test('a member ends if it loses a shard that it releases while reconciles are running', async (t) => {
    const { clock, fake, join } = setUpMembers(t);
    await createSites(fake, 1);
    const options = { sharding: { shards: 1 } };
    const ends: (() => void)[] = [];
    // Ignores its signal.
    const before = () => new Promise<void>((resolve) => ends.push(resolve));
    const a = join('a', { before, options });
    let error: unknown;
    void a.ended.then((reason) => (error = reason));
    await clock.advance(5_000);
    // Which the rendezvous prefers to a.
    join('e', { options });
    await clock.advance(4_000);
    const { held, wanted } = a.manager.describe().sharding ?? {};
    assert.deepEqual([held, wanted], [[0], []]);
    const taken = { spec: { holderIdentity: 'other' } };
    await createLeaseClient(fake, 'default').mergePatch('site-operator-shard-0', taken);
    await clock.advance(10_000);
    for (const end of ends) end();
    await clock.advance(1_000);
    assert.ok(error instanceof LeadershipLostError, String(error));
    assert.match(error.message, /^reconciles of the lost shard \d+ are still running$/);
  });

  test('the holder of shard 0 is the leader, and reports the shards', async (t) => {
    const { clock, join } = setUpMembers(t);
    const members = [join('a'), join('b')];
    await clock.advance(10_000);
    const leaders = members.filter(({ manager }) => manager.isLeader);
    assert.equal(leaders.length, 1);
    const [leader] = leaders;
    assert.ok(leader !== undefined && shardsOf(leader).includes(0));
    for (const { manager } of members) {
      const { sharding, leader: identity } = manager.describe();
      assert.deepEqual(sharding?.members, ['a', 'b']);
      assert.deepEqual(sharding.wanted, sharding.held);
      assert.equal(sharding.shards, SHARDS);
      assert.equal(identity, leader.name);
      if (manager === leader.manager) manager.checkLeadership();
      else assert.throws(() => manager.checkLeadership(), { code: 'ERR_VMGEN_LEADERSHIP_LOST' });
    }
  });

  test('deletes the Leases of dead members', async (t) => {
    const { clock, fake, join } = setUpMembers(t);
    const names = async () =>
      (await createLeaseClient(fake, 'default').list()).items
        .map(({ metadata }) => metadata.name)
        .filter((name) => name.includes('-replica-'));
    const [, b] = [join('a'), join('b')];
    await clock.advance(5_000);
    assert.equal((await names()).length, 2);
    b.isCut = true;
    await clock.advance(LEASE_MS * 7);
    assert.equal((await names()).length, 1);
  });

  test('measures held and moved shards', async (t) => {
    const { clock, join } = setUpMembers(t);
    const registry = createPrometheusRegistry();
    const values = async (): Promise<string[]> =>
      (await registry.text()).split('\n').filter((line) => line.startsWith('vmgen_shard'));
    const a = join('a', { options: { metrics: registry.metrics } });
    assert.deepEqual(await values(), [
      'vmgen_shard_moves_total{direction="gained"} 0',
      'vmgen_shard_moves_total{direction="lost"} 0',
      'vmgen_shards_held 0',
      `vmgen_shards ${SHARDS}`,
    ]);
    await clock.advance(5_000);
    assert.equal(shardsOf(a).length, SHARDS);
    const b = join('b');
    await clock.advance(10_000);
    const moved = shardsOf(b).length;
    assert.ok(moved > 0);
    assert.deepEqual(await values(), [
      `vmgen_shard_moves_total{direction="gained"} ${SHARDS}`,
      `vmgen_shard_moves_total{direction="lost"} ${moved}`,
      `vmgen_shards_held ${SHARDS - moved}`,
      `vmgen_shards ${SHARDS}`,
    ]);
  });

  test('is ready when it holds the Lease of a member', async (t) => {
    const { clock, fake, join } = setUpMembers(t);
    let isForbidden = true;
    fake.prependReactor({ verb: 'create', resource: 'leases' }, () => {
      if (!isForbidden) return undefined;
      throw new ApiError({ code: 403, reason: 'Forbidden', message: 'leases is forbidden' });
    });
    const { manager } = join('a', { options: { server: { port: 0 } } });
    const readiness = async (): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${manager.port}/readyz`);
      return [answer.status, await answer.text()];
    };
    await until(() => manager.port !== undefined);
    await clock.advance(5_000);
    assert.deepEqual(await readiness(), [500, 'failed: sharding\n']);
    isForbidden = false;
    await clock.advance(5_000);
    assert.deepEqual(await readiness(), [200, 'ok\n']);
  });

  test('needs Leases', (t) => {
    const { fake } = setUpMembers(t);
    const options = { name: 'x', leaderElection: false, sharding: { shards: 2 } } as const;
    assert.throws(() => createManager(fake, options), { code: 'ERR_VMGEN_ARGUMENT' });
  });
});
