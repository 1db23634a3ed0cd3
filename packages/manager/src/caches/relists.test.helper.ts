import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import type { TransportResponse } from '@vmgen/runtime';
import { createResourceClient } from '@vmgen/runtime';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import {
  failingConnection,
  statusOf,
  type FailingConnection,
} from '../failing-server.test.helper.js';
import { createManager } from '../operator-manager.js';
import type { Manager } from '../manager.js';
import type { ManagerOptions } from '../manager-options.js';
import { siteCrd, siteResource } from '../site.test.helper.js';

/** Runs a manager. Returns a function that ends it while the clock advances. */
export function running(manager: Manager, clock: FakeClock): () => Promise<void> {
  const stopping = new AbortController();
  const ended = manager.run({ signal: stopping.signal }).catch((error: unknown) => error);
  return async () => {
    stopping.abort();
    for (let isEnded = false; !isEnded;) {
      isEnded = await Promise.race([
        ended.then(() => true),
        clock.advance(1_000).then(() => false),
      ]);
    }
  };
}

/** Replicas whose reconciles write a ConfigMap for each Site. */
export function setUpReplicas(t: TestContext) {
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
    const connection: FailingConnection = failingConnection(fake, clock, 'configmaps');
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
    const end = running(manager, clock);
    ends.push(end);
    return { manager, connection, warnedMs, end };
  };
  const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
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
export function assertCalm(what: string, timesMs: readonly number[], beganMs: number): void {
  const times = timesMs.map((ms) => ms - beganMs).filter((ms) => ms >= 0);
  const first = times.filter((ms) => ms < 10_000).length;
  assert.ok(first <= 6, `${first} ${what} in the first 10 s`);
  for (const from of times.filter((ms) => ms >= 60_000)) {
    const later = times.filter((ms) => ms >= from && ms < from + 5_000).length;
    assert.ok(later <= 1, `${later} ${what} within 5 s after ${from} ms`);
  }
}

type Fixture = ReturnType<typeof setUpReplicas>;
type Replica = ReturnType<Fixture['join']>;

/** The reasons for lists. Each returns the replica whose requests fail. */
export const REASONS: Readonly<
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

/** Lets the server fail after one of the {@link REASONS}, and checks how often the replica lists and warns. */
export async function checkLimits(
  t: TestContext,
  why: string,
  failure: () => TransportResponse,
): Promise<void> {
  const own = setUpReplicas(t);
  const { clock } = own;
  let beganMs = 0;
  const act = REASONS[why] ?? assert.fail(why);
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
}
