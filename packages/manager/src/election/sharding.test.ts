import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { ApiError } from '@vmgen/runtime/client';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock } from '@vmgen/runtime/testing';
import { createManager } from '../operator-manager.js';
import type { KeyContext } from '../reconcile/reconcile-context.js';
import {
  createSites,
  Observer,
  shardsOf,
  startMember,
  work,
  type Member,
  type MemberOptions,
} from './sharding.test.helper.js';
import { siteCrd, until } from '../site.test.helper.js';

const SHARDS = 8;
const LEASE_MS = 15_000;

/** An API server, a clock, and members that end with the test. */
function setUp(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const observer = new Observer();
  const members: Member[] = [];
  const join = (name: string, more: Pick<MemberOptions, 'before' | 'options'> = {}): Member => {
    const member = startMember({ fake, clock, observer, name, ...more });
    members.push(member);
    return member;
  };
  t.after(async () => {
    for (const member of members) member.isCut = false;
    for (const member of members) await member.stop();
    await fake.close();
  });
  return { clock, fake, observer, join };
}

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
    const { clock, fake, observer, join } = setUp(t);
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
    const { clock, fake, observer, join } = setUp(t);
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
    const { clock, fake, observer, join } = setUp(t);
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
    const { clock, fake, observer, join } = setUp(t);
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

  test('no write and no effect happens after a shard was lost', async (t) => {
    const { clock, fake, observer, join } = setUp(t);
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

  test('the holder of shard 0 is the leader, and reports the shards', async (t) => {
    const { clock, join } = setUp(t);
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
    const { clock, fake, join } = setUp(t);
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
    const { clock, join } = setUp(t);
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
    const { clock, fake, join } = setUp(t);
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
    const { fake } = setUp(t);
    const options = { name: 'x', leaderElection: false, sharding: { shards: 2 } } as const;
    assert.throws(() => createManager(fake, options), { code: 'ERR_VMGEN_ARGUMENT' });
  });
});
