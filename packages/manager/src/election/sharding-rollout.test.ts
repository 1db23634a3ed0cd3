import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { silentLogger } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import type { FakeClock } from '@vmgen/runtime/testing';
import type { ManagerOptions } from '../manager-options.js';
import { OperatorLeases } from './operator-leases.js';
import { createSites, setUpMembers, shardsOf, work, type Member } from './sharding.test.helper.js';

const SITES = 8;

/** An API server with Sites, whose reconciles take 600 ms. */
async function setUp(t: TestContext) {
  const { clock, fake, observer, join: start } = setUpMembers(t);
  const join = (name: string, shards: number, options: Partial<ManagerOptions> = {}): Member =>
    start(name, { shards, options, before: ({ signal }) => work(clock, 600, signal) });
  const sites = await createSites(fake, SITES);
  let round = 0;
  /** Changes each site every other second. */
  const run = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      round++;
      for (let n = round % 2; n < SITES; n += 2) {
        await sites.mergePatch(`site-${n}`, { spec: { html: `${round}` } });
      }
      await clock.advance(1_000);
    }
  };
  /** The number of sites whose last change was reconciled within 10 s. */
  const reconciled = async (): Promise<number> => {
    round++;
    for (let n = 0; n < SITES; n++) {
      await sites.mergePatch(`site-${n}`, { spec: { html: `${round}` } });
    }
    await clock.advance(10_000);
    const { items } = await createConfigMapClient(fake, 'default').list();
    return items.filter(({ data }) => data?.['html'] === `${round}`).length;
  };
  return { clock, fake, observer, join, run, reconciled };
}

const UPDATES: Readonly<Record<string, readonly [before: number, after: number]>> = {
  'from one leader to sharding': [0, 8],
  'from sharding to one leader': [8, 0],
  'from 4 to 8 shards': [4, 8],
  'from 8 to 4 shards': [8, 4],
};

describe('a rolling update of sharding', () => {
  for (const [what, [before, after]] of Object.entries(UPDATES)) {
    test(`${what} never has two processes for one key, and leaves none without`, async (t) => {
      const { observer, join, run, reconciled } = await setUp(t);
      const old = ['a', 'b', 'c'].map((name) => join(name, before));
      await run(12);
      assert.equal(await reconciled(), SITES);
      const next: Member[] = [];
      for (const [index, member] of old.entries()) {
        next.push(join(`next-${index}`, after));
        await run(8);
        if (index < old.length - 1 && after > 0) {
          assert.equal(await reconciled(), SITES, 'the earlier processes work on all keys');
        }
        await member.stop();
        await run(2);
      }
      await run(20);
      assert.equal(await reconciled(), SITES);
      assert.deepEqual(observer.violations, []);
      const last = new Set(observer.lastOf.values());
      assert.ok(
        [...last].every((name) => name.startsWith('next-')),
        [...last].join(),
      );
      assert.ok(after === 0 ? last.size === 1 : last.size > 1);
    });

    test(`${what} has no two processes for one key after a kill`, async (t) => {
      const { observer, join, run, reconciled } = await setUp(t);
      const old = ['a', 'b'].map((name) => join(name, before));
      await run(12);
      join('next-0', after);
      join('next-1', after);
      await run(5);
      for (const member of old) {
        member.isCut = true;
        await run(25);
      }
      await run(25);
      assert.equal(await reconciled(), SITES);
      assert.deepEqual(observer.violations, []);
    });
  }

  for (const [one, other] of [
    [0, 8],
    [4, 8],
  ] as const) {
    test(`with processes of ${one} and ${other} shards that start at the same time: one rule applies`, async (t) => {
      const { observer, join, run, reconciled } = await setUp(t);
      join('a', one);
      join('b', other);
      join('c', one);
      join('d', other);
      await run(30);
      assert.equal(await reconciled(), SITES);
      assert.deepEqual(observer.violations, []);
    });
  }

  for (const shards of [8, 0]) {
    test(`to ${shards} shards waits for shards of an earlier version, whose Leases have no rule`, async (t) => {
      const { fake, clock, observer, join, run } = await setUp(t);
      const renew = earlierLease(fake, clock);
      join('a', shards);
      for (let n = 0; n < 10; n++) {
        await renew();
        await run(3);
      }
      assert.equal(observer.lastOf.size, 0);
      await run(25);
      assert.equal(observer.lastOf.size, SITES);
    });
  }
});

test('members stop their work on all shards when an earlier version has the Lease of the leader', async (t) => {
  const { fake, clock, join, run, reconciled } = await setUp(t);
  const members = ['a', 'b'].map((name) => join(name, 8));
  await run(12);
  assert.equal(await reconciled(), SITES);
  // An earlier version does not wait for members.
  const renew = earlierLease(fake, clock, 'site-operator');
  for (let n = 0; n < 5; n++) {
    await renew();
    await run(1);
  }
  assert.deepEqual(members.map(shardsOf), [[], []]);
  await renew();
  assert.equal(await reconciled(), 0);
});

/** Returns a function that renews a Lease, by default of a shard, as an earlier version does. */
function earlierLease(
  fake: FakeTransport,
  clock: FakeClock,
  name = 'site-operator-shard-3',
): () => Promise<void> {
  const leases = createLeaseClient(fake, 'default');
  const metadata = { name };
  return async () => {
    const renewTime = clock.date().toISOString().replace('Z', '000Z');
    const spec = { holderIdentity: 'earlier', leaseDurationSeconds: 15, renewTime };
    await leases.apply({ metadata, spec }, { fieldManager: 'earlier', force: true });
  };
}

describe('a process that waits for others with another rule', () => {
  for (const [rule, shards] of [
    ['8 shards by key', 8],
    ['one leader, or an earlier version', 0],
  ] as const) {
    test(`logs why, and is ready only during a rolling update: ${rule}`, async (t) => {
      const { clock, fake, join } = await setUp(t);
      const lines: object[] = [];
      const logger = {
        error: () => {},
        info: () => {},
        verbose: () => {},
        warn: (message: string, fields: object = {}) => void lines.push({ message, ...fields }),
        with() {
          return logger;
        },
      };
      const renew = earlierLease(fake, clock);
      await renew();
      const { manager } = join('a', shards, { logger, server: { port: 0 } });
      const readiness = async (): Promise<number> =>
        (await fetch(`http://127.0.0.1:${manager.port}/readyz`)).status;
      const others = 'earlier (one leader, or an earlier version)';
      for (let second = 0; second < 580; second += 10) {
        await clock.advance(10_000);
        await renew();
        assert.equal(await readiness(), 200);
      }
      const message =
        'waiting until the processes that distribute the objects by another rule have ended';
      assert.deepEqual(lines, [{ message, rule, others }]);
      if (shards > 0) assert.equal(manager.describe().sharding?.waitsFor, others);
      await clock.advance(10_000);
      await renew();
      await clock.advance(11_000);
      assert.equal(await readiness(), 500);
      await clock.advance(10_000);
      assert.equal(await readiness(), 200);
    });
  }
});

/** Asserts at most 6 lists in the first 10 s, and one in 5 s after the first minute. */
function assertNoStorm(lists: readonly number[]): void {
  const numberIn = (fromMs: number, toMs: number): number =>
    lists.filter((ms) => ms >= fromMs && ms < toMs).length;
  const numbers = [numberIn(0, 10_000), numberIn(60_000, 120_000)] as const;
  assert.ok(numbers[0] >= 2 && numbers[0] <= 6, numbers.join());
  assert.ok(numbers[1] >= 1 && numbers[1] <= 12, numbers.join());
}

describe('the number of lists of Leases', () => {
  test('is limited while a single leader waits for shards', async (t) => {
    const { clock, fake, join } = await setUp(t);
    const renew = earlierLease(fake, clock);
    await renew();
    const lists: number[] = [];
    const beganMs = clock.nowMs();
    fake.prependReactor({ verb: 'list', resource: 'leases' }, () => {
      lists.push(clock.nowMs() - beganMs);
      return undefined;
    });
    join('a', 0);
    for (let second = 0; second < 120; second += 5) {
      await renew();
      await clock.advance(5_000);
    }
    assertNoStorm(lists);
    const [first = NaN, second = NaN] = lists;
    assert.equal(second - first, 1_000, lists.join());
  });

  test('is not limited by failures before a list that succeeded', async (t) => {
    const { clock, fake } = await setUp(t);
    let isFailing = false;
    fake.prependReactor({ verb: 'list', resource: 'leases' }, () =>
      isFailing
        ? new ApiError({ code: 500, reason: 'InternalError', message: 'failed' })
        : undefined,
    );
    const leases = new OperatorLeases({
      leaseName: 'operator',
      namespace: 'default',
      rule: undefined,
      transport: fake,
      timing: { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 },
      clock,
      random: () => 0,
      logger: silentLogger,
      signal: t.signal,
    });
    for (let minute = 0; minute < 3; minute++) {
      isFailing = true;
      await assert.rejects(leases.refresh(), { code: 'ERR_VMGEN_API' });
      isFailing = false;
      await clock.advance(1_000);
      await leases.refresh();
      await clock.advance(59_000);
    }
  });

  // The lists before the third find the guard. The third one is that of a shard which was acquired.
  for (const succeeding of [0, 2]) {
    test(`is limited for a member with ${succeeding} lists that succeed`, async (t) => {
      const { clock, fake, join } = await setUp(t);
      const failed: number[] = [];
      let lists = 0;
      const beganMs = clock.nowMs();
      fake.prependReactor({ verb: 'list', resource: 'leases' }, () => {
        if (++lists <= succeeding) return undefined;
        failed.push(clock.nowMs() - beganMs);
        return new ApiError({ code: 500, reason: 'InternalError', message: 'failed' });
      });
      const { manager } = join('a', 8);
      await clock.advance(120_000);
      assert.deepEqual(manager.describe().sharding?.held, []);
      assertNoStorm(failed);
    });
  }
});

describe('a single leader whose list of Leases fails', () => {
  for (const [code, reason, afterMs] of [
    [403, 'Forbidden', 1_000],
    [500, 'InternalError', 12_000],
  ] as const) {
    test(`works after ${afterMs} ms: ${code}`, async (t) => {
      const { clock, fake, observer, join } = await setUp(t);
      let lists = 0;
      fake.prependReactor({ verb: 'list', resource: 'leases' }, () => {
        lists++;
        throw new ApiError({ code, reason, message: reason });
      });
      const { manager } = join('a', 0);
      await clock.advance(afterMs);
      assert.equal(manager.isLeader, true);
      assert.equal(observer.lastOf.size > 0, true);
      assert.ok(lists >= 1 && lists <= 6, String(lists));
    });
  }
});
