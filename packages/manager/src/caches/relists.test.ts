import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createFullClient } from '@vmgen/runtime/internal';
import { createFakeClock } from '@vmgen/runtime/testing';
import { FAILURES, failingConnection, statusOf } from '../failing-server.test.helper.js';
import { createManager } from '../operator-manager.js';
import type { ManagerOptions } from '../manager-options.js';
import { settle, siteCrd, siteResource } from '../site.test.helper.js';

/** Replicas whose reconciles write a ConfigMap for each Site. */
function setUp(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const ends: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const end of ends) await end();
    await fake.close();
  });
  const join = (
    name: string,
    {
      options = {},
      isOptional = false,
      reconcilesAlways = false,
    }: {
      options?: Partial<ManagerOptions>;
      isOptional?: boolean;
      reconcilesAlways?: boolean;
    } = {},
  ) => {
    const connection = failingConnection(fake, clock, 'configmaps');
    const warnedMs = new Map<string, number[]>();
    const logger = {
      error: () => {},
      info: () => {},
      verbose: () => {},
      warn(message: string) {
        warnedMs.set(message, [...(warnedMs.get(message) ?? []), clock.nowMs()]);
      },
      with() {
        return logger;
      },
    };
    const manager = createManager(connection.transport, {
      name: 'site-operator',
      logger,
      clock,
      leaderElection: { identity: name, leaseNamespace: 'default' },
      ...options,
    });
    const { sites } = manager.cache({ sites: siteResource });
    const { configMaps } = manager.cache({
      configMaps: { resource: configMapResource, whereServed: isOptional },
    });
    manager
      .controller(sites)
      .watches(configMaps, {
        keysOf: ({ metadata: { namespace, name: key } }) => [{ namespace, name: key }],
      })
      .reconcile(async ({ metadata, spec }, context) => {
        const { namespace, name: site } = metadata;
        const html = configMaps.find(`${namespace}/${site}`)?.data?.['html'];
        if (html === spec.html && !reconcilesAlways) return;
        const client = context.client(configMapResource, namespace);
        const child = { metadata: { name: site }, data: { html: spec.html } };
        await client.apply(child, { fieldManager: 'test', force: true });
      });
    const stopping = new AbortController();
    const ended = manager.run({ signal: stopping.signal }).catch((error: unknown) => error);
    const end = async (): Promise<void> => {
      stopping.abort();
      for (let isEnded = false; !isEnded;) {
        isEnded = await Promise.race([
          ended.then(() => true),
          clock.advance(1_000).then(() => false),
        ]);
      }
    };
    ends.push(end);
    return { manager, connection, warnedMs, end };
  };
  const sites = createFullClient(fake, siteResource, 'default');
  const create = (site: string, html = '0') =>
    sites.create({ metadata: { name: site }, spec: { html } });
  const html = async () =>
    Object.fromEntries(
      (await createConfigMapClient(fake, 'default').list()).items.map(({ metadata, data }) => [
        metadata.name,
        data?.['html'],
      ]),
    );
  return { clock, fake, join, sites, create, html };
}

/** At most 6 in the first 10 s, and 1 in 5 s after the first minute. */
function assertCalm(what: string, timesMs: readonly number[], beganMs: number): void {
  const times = timesMs.map((ms) => ms - beganMs).filter((ms) => ms >= 0);
  const first = times.filter((ms) => ms < 10_000).length;
  assert.ok(first <= 6, `${first} ${what} in the first 10 s`);
  for (const from of times.filter((ms) => ms >= 60_000)) {
    const later = times.filter((ms) => ms >= from && ms < from + 5_000).length;
    assert.ok(later <= 1, `${later} ${what} within 5 s after ${from} ms`);
  }
}

type Fixture = ReturnType<typeof setUp>;
type Replica = ReturnType<Fixture['join']>;

/** The reasons for lists. Each returns the replica whose requests fail. */
const REASONS: Readonly<
  Record<string, (own: Fixture, begin: (replica: Replica) => void) => Promise<Replica>>
> = {
  'writes of unknown result': async ({ clock, join, create }, begin) => {
    const replica = join('a', { reconcilesAlways: true });
    await clock.advance(5_000);
    replica.connection.answersWrite = () => statusOf(500, 'InternalError', 'unknown');
    replica.connection.answersGet = () => statusOf(403, 'Forbidden');
    begin(replica);
    for (let n = 0; n < 5; n++) await create(`site-${n}`);
    return replica;
  },
  'a new leader': async ({ clock, join, create }, begin) => {
    const first = join('a');
    await clock.advance(5_000);
    await create('site');
    const replica = join('b');
    await clock.advance(5_000);
    begin(replica);
    await first.end();
    return replica;
  },
  'shards that move': async ({ clock, join, create }, begin) => {
    const options = { sharding: { shards: 8 } };
    const replica = join('a', { options });
    await clock.advance(5_000);
    await create('site');
    begin(replica);
    for (const name of ['b', 'c', 'd']) {
      join(name, { options });
      await clock.advance(1_000);
    }
    return replica;
  },
  'a kind that is not served': async ({ clock, join, create }, begin) => {
    const replica = join('a', { isOptional: true });
    begin(replica);
    await create('site');
    await clock.advance(1_000);
    return replica;
  },
  'watches that end': async ({ clock, join }, begin) => {
    const replica = join('a');
    await clock.advance(5_000);
    begin(replica);
    replica.connection.endWatches();
    return replica;
  },
};

describe('lists and warnings are limited', () => {
  for (const [why, act] of Object.entries(REASONS)) {
    for (const [what, failure] of Object.entries(FAILURES)) {
      test(`after ${why}, while the server fails: ${what}`, async (t) => {
        const own = setUp(t);
        const { clock } = own;
        let beganMs = 0;
        const replica = await act(own, ({ connection }) => {
          connection.failure = failure;
          beganMs = clock.nowMs();
        });
        await clock.advance(120_000);
        assert.ok(replica.connection.listedMs.length > 0);
        assertCalm('lists', replica.connection.listedMs, beganMs);
        for (const [message, times] of replica.warnedMs) {
          assertCalm(`warnings "${message}"`, times, beganMs);
        }
      });
    }
  }
});

describe('a new leader', () => {
  for (const [what, failure] of Object.entries(FAILURES)) {
    test(`works although it cannot list one kind: ${what}`, async (t) => {
      const { clock, join, sites, create, html } = setUp(t);
      const first = join('a');
      await clock.advance(5_000);
      await create('site');
      const second = join('b', { options: { server: { port: 0 } } });
      await clock.advance(5_000);
      assert.deepEqual(await html(), { site: '0' });
      const readiness = async (): Promise<number> =>
        (await fetch(`http://127.0.0.1:${second.manager.port}/readyz`)).status;
      second.connection.failure = failure;
      second.connection.watches = false;
      await first.end();
      await sites.mergePatch('site', { spec: { html: '1' } });
      await clock.advance(5_000);
      assert.equal(await readiness(), 200);
      await clock.advance(10_000);
      assert.equal(second.manager.isLeader, true);
      assert.deepEqual(await html(), { site: '1' });
      assert.equal(await readiness(), 500);
      second.connection.failure = undefined;
      await clock.advance(31_000);
      assert.equal(await readiness(), 200);
    });
  }

  test('works after an optional kind was deleted, and is ready', async (t) => {
    const { clock, join, create, html } = setUp(t);
    const first = join('a', { isOptional: true });
    await clock.advance(5_000);
    const second = join('b', { isOptional: true, options: { server: { port: 0 } } });
    await clock.advance(5_000);
    second.connection.failure = () => statusOf(404, 'NotFound');
    second.connection.endWatches();
    await first.end();
    await create('site');
    await clock.advance(16_000);
    assert.deepEqual(await html(), { site: '0' });
    const { status } = await fetch(`http://127.0.0.1:${second.manager.port}/readyz`);
    assert.equal(status, 200);
  });
});

describe('a member that gains shards', () => {
  test('works on all their objects although it cannot list another kind', async (t) => {
    const { clock, join, sites, create, html } = setUp(t);
    const options = { sharding: { shards: 8 } };
    const first = join('a', { options });
    const second = join('b', { options });
    await clock.advance(10_000);
    const names = Array.from({ length: 12 }, (_, n) => `site-${n}`);
    for (const name of names) await create(name);
    await clock.advance(5_000);
    second.connection.failure = () => statusOf(500, 'InternalError');
    second.connection.watches = false;
    await first.end();
    for (const name of names) await sites.mergePatch(name, { spec: { html: '1' } });
    await clock.advance(20_000);
    assert.deepEqual(await html(), Object.fromEntries(names.map((name) => [name, '1'])));
  });

  test('does not treat objects that it has not listed as gone', async () => {
    const clock = createFakeClock();
    const fake = createFakeTransport({ crds: [siteCrd], clock });
    const sites = createFullClient(fake, siteResource, 'default');
    const names = Array.from({ length: 12 }, (_, n) => `site-${n}`);
    for (const name of names) await sites.create({ metadata: { name }, spec: { html: '0' } });
    const gone: string[] = [];
    const reconciled = new Set<string>();
    const start = (identity: string) => {
      const connection = failingConnection(fake, clock, 'sites');
      const manager = createManager(connection.transport, {
        name: 'site-operator',
        clock,
        sharding: { shards: 8 },
        leaderElection: { identity, leaseNamespace: 'default' },
      });
      const kinds = manager.cache({ sites: siteResource, configMaps: configMapResource });
      manager
        .controller(kinds.sites, {
          onGone: async ({ key }) => {
            gone.push(key.name);
          },
        })
        .watches(kinds.configMaps, { keysOf: ({ metadata }) => [metadata] })
        .reconcile(async ({ metadata }) => {
          if (identity === 'b') reconciled.add(metadata.name);
        });
      const stopping = new AbortController();
      const ended = manager.run({ signal: stopping.signal }).catch((error: unknown) => error);
      const end = async (): Promise<void> => {
        stopping.abort();
        for (let isEnded = false; !isEnded;) {
          isEnded = await Promise.race([
            ended.then(() => true),
            clock.advance(1_000).then(() => false),
          ]);
        }
      };
      return { connection, end };
    };
    const first = start('a');
    const second = start('b');
    await clock.advance(10_000);
    second.connection.failure = () => statusOf(500, 'InternalError');
    second.connection.watches = false;
    await first.end();
    await clock.advance(20_000);
    // Events of another kind queue the keys of objects that are not in the cache.
    const configMaps = createConfigMapClient(fake, 'default');
    for (const name of names) await configMaps.create({ metadata: { name } });
    await clock.advance(1_000);
    assert.deepEqual(gone, []);
    assert.ok(reconciled.size < names.length);
    second.connection.failure = undefined;
    await clock.advance(31_000);
    assert.deepEqual(gone, []);
    assert.equal(reconciled.size, names.length);
    await second.end();
    await fake.close();
  });
});

describe('a write that the server answers with an error of its own', () => {
  const certain: Readonly<Record<string, string>> = {
    'a webhook that is down':
      'Internal error occurred: failed calling webhook "a.b.c": failed to call webhook: refused',
    'a webhook that denies': 'admission webhook "a.b.c" denied the request: no',
    'a field of another type':
      'failed to create typed patch object (default/a; v1, Kind=ConfigMap): .data: expected map',
  };
  for (const [what, message] of Object.entries(certain)) {
    test(`is not executed, so nothing is read: ${what}`, async (t) => {
      const { clock, join, create } = setUp(t);
      const { connection } = join('a');
      await clock.advance(5_000);
      const before = connection.listedMs.length;
      connection.answersWrite = () => statusOf(500, 'InternalError', message);
      await create('site');
      await clock.advance(10_000);
      assert.equal(connection.listedMs.length, before);
      assert.deepEqual(connection.readMs, []);
    });
  }

  const unknown: Readonly<Record<string, string>> = {
    'a conversion webhook':
      'conversion webhook for example.com/v1, Kind=A failed: failed calling webhook "a.b.c": refused',
    'a storage that is not available': 'etcdserver: request timed out',
    'no message': '',
  };
  for (const [what, message] of Object.entries(unknown)) {
    test(`may be executed, so the object is read and nothing is listed: ${what}`, async (t) => {
      const { clock, join, create, html } = setUp(t);
      const { connection, manager } = join('a');
      await clock.advance(5_000);
      const before = connection.listedMs.length;
      connection.answersWrite = () => {
        connection.answersWrite = undefined;
        return statusOf(500, 'InternalError', message);
      };
      connection.executes = true;
      await create('site');
      await clock.advance(1_000);
      assert.equal(connection.listedMs.length, before);
      assert.equal(connection.readMs.length, 1);
      assert.deepEqual(await html(), { site: '0' });
      assert.equal(manager.describe().caches[1]?.objects, 1);
    });
  }
});

describe('reads after writes of unknown result', () => {
  test('are repeated with a growing delay, one object at a time, until they succeed', async (t) => {
    const { clock, join, create, html } = setUp(t);
    const { connection, warnedMs } = join('a', { options: {} });
    await clock.advance(5_000);
    const before = connection.listedMs.length;
    connection.answersWrite = () => statusOf(500, 'InternalError', 'unknown');
    connection.answersGet = () => statusOf(500, 'InternalError');
    const beganMs = clock.nowMs();
    for (let n = 0; n < 20; n++) await create(`site-${n}`);
    await clock.advance(120_000);
    assertCalm('reads', connection.readMs, beganMs);
    for (const [message, times] of warnedMs) assertCalm(message, times, beganMs);
    assert.equal(connection.listedMs.length, before);
    connection.answersWrite = undefined;
    connection.answersGet = undefined;
    await clock.advance(120_000);
    assert.equal(Object.keys(await html()).length, 20);
  });

  test('find that an object was deleted', async (t) => {
    const { clock, fake, join, create, html } = setUp(t);
    const { connection } = join('a');
    await clock.advance(5_000);
    await create('site');
    await clock.advance(1_000);
    assert.deepEqual(await html(), { site: '0' });
    connection.answersWrite = () => {
      connection.answersWrite = undefined;
      return statusOf(500, 'InternalError', 'unknown');
    };
    await createConfigMapClient(fake, 'default').delete('site');
    await settle();
    await clock.advance(10_000);
    assert.deepEqual(await html(), { site: '0' });
    assert.ok(connection.readMs.length >= 1);
  });
});
