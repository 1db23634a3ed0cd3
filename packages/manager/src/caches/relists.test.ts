import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createResourceClient, type TransportResponse } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { FAILURES, failingConnection, statusOf } from '../failing-server.test.helper.js';
import { createManager } from '../operator-manager.js';
import { present, settle, siteCrd, siteResource } from '../site.test.helper.js';
import {
  assertCalm,
  checkLimits,
  REASONS,
  running,
  setUpReplicas as setUp,
} from './relists.test.helper.js';

describe('lists and warnings are limited', () => {
  // relists.stress.test.ts combines all.
  const failures = Object.entries(FAILURES);
  Object.keys(REASONS).forEach((why, at) => {
    const own = failures.filter((_, index) => index % 3 === at % 3);
    for (const [what, failure] of own) {
      test(`after ${why}, while the server fails: ${what}`, (t) => checkLimits(t, why, failure));
    }
  });
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
    const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
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
      return { connection, end: running(manager, clock) };
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

  const failed = (message: string) => () => statusOf(500, 'InternalError', message);
  const unknown: Readonly<Record<string, () => TransportResponse>> = {
    'a conversion webhook': failed(
      'conversion webhook for example.com/v1, Kind=A failed: failed calling webhook "a.b.c": refused',
    ),
    'a storage that is not available': failed('etcdserver: request timed out'),
    'no message': failed(''),
    'an answer that is cut off': present(FAILURES['a malformed body']),
    'an answer without metadata': () => statusOf(200, 'OK'),
  };
  for (const [what, answer] of Object.entries(unknown)) {
    test(`may be executed, so the object is read and nothing is listed: ${what}`, async (t) => {
      const { clock, join, create, html } = setUp(t);
      const { connection, manager } = join('a');
      await clock.advance(5_000);
      const before = connection.listedMs.length;
      connection.answersWrite = () => {
        connection.answersWrite = undefined;
        return answer();
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

  test('do not hide an object that was created after the server answered', async (t) => {
    const { clock, fake, join, create } = setUp(t);
    const { connection, manager } = join('a');
    await clock.advance(5_000);
    connection.answersWrite = () => statusOf(500, 'InternalError', 'unknown');
    connection.answersGet = () => {
      connection.answersGet = undefined;
      const absent = statusOf(404, 'NotFound');
      const text = async (): Promise<string> => {
        await createConfigMapClient(fake, 'default').create({ metadata: { name: 'site' } });
        await settle();
        const status: object = JSON.parse(await absent.text());
        return JSON.stringify({ ...status, details: { name: 'site', kind: 'configmaps' } });
      };
      return { ...absent, text };
    };
    await create('site');
    await clock.advance(100);
    for (let turn = 0; turn < 3; turn++) await settle();
    assert.equal(connection.answersGet, undefined);
    assert.equal(manager.describe().caches[1]?.objects, 1);
  });

  test('do not take a path that is not served for a deleted object', async (t) => {
    const { clock, join, sites, create } = setUp(t);
    const { connection, manager } = join('a');
    await clock.advance(5_000);
    await create('site');
    await clock.advance(1_000);
    const objects = () => manager.describe().caches[1]?.objects;
    assert.equal(objects(), 1);
    connection.answersWrite = () => statusOf(500, 'InternalError', 'unknown');
    connection.answersGet = () => statusOf(404, 'NotFound', '404 page not found');
    await sites.mergePatch('site', { spec: { html: '1' } });
    await clock.advance(20_000);
    assert.ok(connection.readMs.length > 0);
    assert.equal(objects(), 1);
  });
});
