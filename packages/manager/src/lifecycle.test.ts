import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { interceptTransport, type Transport } from '@vmgen/runtime';
import { ApiError } from '@vmgen/runtime/client';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './manager-options.js';
import type { ManagerServerOptions } from './pages/serve-pages.js';
import {
  createChannel,
  present,
  settle,
  siteCrd,
  siteResource,
  startManager,
  until,
} from './site.test.helper.js';

const forbidden = () =>
  new ApiError({ code: 403, reason: 'Forbidden', message: 'sites is forbidden' });

/** Answers lists and watches of sites with an error. */
function forbidSites(fake: FakeTransport): void {
  fake.prependReactor({ verb: 'list', resource: 'sites' }, forbidden);
  fake.prependWatchReactor({ resource: 'sites' }, forbidden);
}

describe('run', () => {
  test('rejects if a cache does not sync in time, with the kind and the cause', async (t) => {
    const clock = createFakeClock();
    const fake = createFakeTransport({ crds: [siteCrd] });
    forbidSites(fake);
    const { running } = await startManager(
      t,
      (manager) => void manager.cache({ sites: siteResource, configMaps: configMapResource }),
      { clock, limits: { syncTimeoutMs: 5_000 } },
      fake,
    );
    await clock.advance(5_000);
    await assert.rejects(running, (error: Error & { code?: string }) => {
      assert.equal(error.code, 'ERR_VMGEN_TIMEOUT');
      assert.match(error.message, /within 5000 ms: sites\.web\.example\.com: .*forbidden/);
      assert.ok(error.cause instanceof ApiError);
      return true;
    });
  });

  test('may be called once, and declarations must come before it', async (t) => {
    const { manager, stop } = await startManager(t, () => {});
    const calls: (() => unknown)[] = [
      () => manager.cache({ sites: siteResource }),
      () => manager.task('late', async () => {}),
    ];
    for (const call of calls) assert.throws(call, { code: 'ERR_VMGEN_STATE' });
    const { signal } = new AbortController();
    await assert.rejects(manager.run({ signal }), { code: 'ERR_VMGEN_STATE' });
    await stop();
  });

  test('resolves if the signal aborts while the caches sync', async (t) => {
    const fake = createFakeTransport({ crds: [siteCrd] });
    forbidSites(fake);
    const { stop, running } = await startManager(
      t,
      (manager) => void manager.cache({ sites: siteResource }),
      { clock: createFakeClock() },
      fake,
    );
    await settle();
    await stop();
    await running;
  });

  test('starts the tasks after the caches, and ends in reverse order', async (t) => {
    const log: string[] = [];
    const { manager, stop } = await startManager(t, (own) => {
      const { sites } = own.cache({ sites: siteResource });
      own.task('first', async ({ signal }) => {
        log.push(`task with synced caches: ${sites.informer.hasSynced}`);
        await aborted(signal);
        log.push('task ended');
      });
      own.atEnd(async () => void log.push('closed first'));
      own.atEnd(async () => {
        log.push('closed last');
        throw new Error('logged');
      });
    });
    await until(() => log.length === 1);
    assert.equal(manager.describe().caches[0]?.hasSynced, true);
    await stop();
    assert.deepEqual(log, [
      'task with synced caches: true',
      'task ended',
      'closed last',
      'closed first',
    ]);
  });

  test('fails with a task that fails, after the reconciles have ended', async (t) => {
    const log: string[] = [];
    let fail = (): void => {};
    const { running, sites } = await startManager(t, (manager) => {
      const { sites: reader } = manager.cache({ sites: siteResource });
      manager.controller(reader).reconcile(async (_site, { signal }) => {
        log.push('started');
        await aborted(signal);
        await settle();
        log.push('ended');
      });
      manager.task(
        'failing',
        () =>
          new Promise((_resolve, reject) => {
            fail = () => reject(new Error('broken'));
          }),
      );
    });
    await sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
    await until(() => log.length === 1);
    fail();
    await assert.rejects(running, { message: 'broken' });
    assert.deepEqual(log, ['started', 'ended']);
  });

  test('fails with a source that ends, after the reconciles have ended', async (t) => {
    const log: string[] = [];
    let end = (): void => {};
    const { running, sites } = await startManager(t, (manager) => {
      const { sites: reader } = manager.cache({ sites: siteResource });
      manager
        .controller(reader)
        .source('ending', async function* () {
          await new Promise<void>((resolve) => (end = resolve));
          yield* [];
        })
        .reconcile(async (_site, { signal }) => {
          log.push('started');
          await aborted(signal);
          await settle();
          log.push('ended');
        });
    });
    await sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
    await until(() => log.length === 1);
    end();
    await assert.rejects(running, {
      code: 'ERR_VMGEN_STATE',
      message: 'the source "ending" of the controller sites ended unexpectedly',
    });
    assert.deepEqual(log, ['started', 'ended']);
  });

  test('goes on after a task that ends', async (t) => {
    let ended = 0;
    const { manager, stop } = await startManager(t, (own) => {
      own.task('short', async () => {
        ended++;
      });
      own.task(
        'short everywhere',
        async () => {
          ended++;
        },
        { everywhere: true },
      );
    });
    await until(() => ended === 2);
    await settle();
    assert.equal(manager.isLeader, true);
    await stop();
  });

  const stuck: Readonly<Record<string, (manager: Manager) => void>> = {
    'the task "stuck" did not end within 3000 ms': (manager) =>
      manager.task('stuck', () => new Promise(() => {})),
    'the source "stuck" of the controller sites did not end within 3000 ms': (manager) =>
      manager
        .controller(manager.cache({ sites: siteResource }).sites)
        .source('stuck', async function* () {
          await new Promise(() => {});
          yield '';
        })
        .reconcile(async () => {}),
  };
  for (const [message, setUp] of Object.entries(stuck)) {
    test(`rejects in time: ${message}`, async (t) => {
      const clock = createFakeClock();
      const { stop } = await startManager(t, setUp, {
        clock,
        limits: { shutdownTimeoutMs: 3_000 },
      });
      await settle();
      const stopped = assert.rejects(stop(), (error: Error) => {
        assert.equal(error.name, 'ShutdownTimeoutError');
        assert.ok(error.message.startsWith(message), error.message);
        return true;
      });
      await clock.advance(3_000);
      await stopped;
    });
  }
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** Two replicas of one operator, whose connections to the server can be cut. */
async function startReplicas(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  t.after(() => fake.close());
  const start = async (identity: string) => {
    let isCut = false;
    const log: string[] = [];
    const effects: (() => Promise<string>)[] = [];
    const transports: Transport[] = [];
    const keys = createChannel<string>();
    const replica = await startManager(
      t,
      (manager) => {
        const { sites } = manager.cache({ sites: siteResource });
        manager
          .controller(sites)
          .source('keys', keys.read)
          .reconcile(async ({ metadata }, context) => {
            log.push(metadata.name);
            transports.push(context.transport);
            effects.push(() => context.effect(() => 'done'));
          });
        manager.task('leader', async ({ signal }) => {
          log.push('leads');
          await aborted(signal);
          await settle();
          log.push('ended');
        });
        manager.task(
          'everywhere',
          async ({ transport }) => {
            log.push('runs');
            transports.push(transport);
          },
          { everywhere: true },
        );
      },
      {
        clock,
        leaderElection: { identity, leaseNamespace: 'default' },
        through: (same) =>
          interceptTransport(same, [
            async (call, next) => {
              call.beforeSend?.();
              if (isCut) throw Object.assign(new Error('cut'), { code: 'ECONNREFUSED' });
              return next(call);
            },
          ]),
      },
      fake,
    );
    return {
      ...replica,
      keys,
      log,
      effects,
      transports,
      cut: () => {
        isCut = true;
      },
    };
  };
  const first = await start('first');
  await clock.advance(0);
  await settle();
  const second = await start('second');
  await clock.advance(3_000);
  return { clock, fake, first, second };
}

describe('an election', () => {
  test('has one leader, whose replica is ready and takes over after a stop', async (t) => {
    const { clock, first, second, fake } = await startReplicas(t);
    assert.deepEqual(first.log, ['runs', 'leads']);
    assert.deepEqual(second.log, ['runs']);
    assert.equal(second.manager.describe().leader, 'first');
    assert.equal(second.manager.describe().caches[0]?.hasSynced, true);
    await first.sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
    await settle();
    assert.deepEqual(first.log, ['runs', 'leads', 'a']);

    const held: (string | undefined)[] = [];
    fake.prependReactor({ verb: 'update', resource: 'leases' }, ({ body }) => {
      const { spec } = body as { spec?: { holderIdentity?: string } };
      if (spec?.holderIdentity !== 'first') held.push(first.log.at(-1));
      return undefined;
    });
    await first.stop();
    assert.equal(held[0], 'ended', 'the release is after the work');
    // A candidate tries again after at most 4.4 s.
    await clock.advance(5_000);
    await settle();
    assert.deepEqual(second.log, ['runs', 'leads', 'a']);
    assert.equal(second.manager.isLeader, true);
    await second.stop();
  });

  test('rejects writes of a replica that does not lead, before they are sent', async (t) => {
    const { first, second, fake } = await startReplicas(t);
    fake.clearActions();
    const [standby] = second.transports;
    assert.ok(standby);
    const client = createConfigMapClient(standby, 'default');
    await assert.rejects(client.create({ metadata: { name: 'x' } }), {
      name: 'LeadershipLostError',
    });
    assert.throws(() => second.manager.checkLeadership(), { name: 'LeadershipLostError' });
    assert.deepEqual((await client.list()).items, []);
    assert.deepEqual(
      fake.actions.filter(({ resource }) => resource === 'configmaps').map(({ verb }) => verb),
      ['list'],
    );
    await first.stop();
    await second.stop();
  });

  test('rejects with LeadershipLostError after the lease is lost, and guards effects', async (t) => {
    const { clock, first, second } = await startReplicas(t);
    await first.sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
    await settle();
    const [effect] = first.effects;
    const transport = first.transports.at(-1);
    assert.ok(effect && transport);
    assert.equal(await effect(), 'done');
    first.cut();
    const lost = assert.rejects(first.running, {
      name: 'LeadershipLostError',
      message: 'the lease was lost',
    });
    await clock.advance(10_000);
    await assert.rejects(effect(), { name: 'LeadershipLostError' });
    const client = createConfigMapClient(transport, 'default');
    await assert.rejects(client.create({ metadata: { name: 'x' } }), {
      name: 'LeadershipLostError',
    });
    assert.equal(second.manager.isLeader, false);
    // The lease expires 15 s after the candidate has seen its last renewal.
    await clock.advance(20_000);
    await settle();
    await lost;
    assert.equal(second.manager.isLeader, true);
    assert.deepEqual(second.log, ['runs', 'leads', 'a']);
    await second.stop();
  });

  test('does not release the lease while work is running, although a task has failed', async (t) => {
    const clock = createFakeClock();
    let fail = (): void => {};
    const { running, fake } = await startManager(
      t,
      (manager) => {
        manager.task('stuck', () => new Promise(() => {}));
        manager.task(
          'failing',
          () =>
            new Promise((_resolve, reject) => {
              fail = () => reject(new Error('broken'));
            }),
        );
      },
      {
        clock,
        leaderElection: { identity: 'only', leaseNamespace: 'default' },
        limits: { shutdownTimeoutMs: 3_000 },
      },
    );
    await clock.advance(0);
    await settle();
    fail();
    const failed = assert.rejects(running, { name: 'ShutdownTimeoutError' });
    await clock.advance(20_000);
    await failed;
    const lease = await createLeaseClient(fake, 'default').get('site-operator');
    assert.equal(lease.spec?.holderIdentity, 'only');
  });
});

describe('the server', () => {
  async function serve(
    t: TestContext,
    options: ManagerServerOptions = {},
    others: Pick<ManagerOptions, 'recordings'> = {},
  ) {
    const registry = createPrometheusRegistry();
    const fake = createFakeTransport({ crds: [siteCrd] });
    let isReady = false;
    const clock = createFakeClock();
    const started = await startManager(
      t,
      (manager) => {
        const { sites } = manager.cache({ sites: siteResource });
        manager.controller(sites).reconcile(async () => {});
        manager.readyCheck('own', () => {
          if (!isReady) throw new Error('secret reason');
        });
      },
      {
        ...others,
        clock,
        metrics: registry.metrics,
        server: {
          ...options,
          port: 0,
          metricsPage: async () => ({ contentType: 'text/plain', text: await registry.text() }),
        },
      },
      fake,
    );
    await until(() => started.manager.port !== undefined);
    const ask = (path: string, method = 'GET', hostName = '127.0.0.1') =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        const call = request(
          {
            host: '127.0.0.1',
            port: started.manager.port,
            path,
            method,
            headers: { host: hostName },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (part: string) => (text += part));
            response.on('end', () => resolve({ status: response.statusCode, text }));
          },
        );
        call.on('error', reject).end();
      });
    return {
      ...started,
      clock,
      ask,
      ready: () => {
        isReady = true;
      },
    };
  }

  test('listens only on 127.0.0.1 by default, and where host states', async (t) => {
    // Another address of the loopback interface, which a server on all addresses would answer.
    const connects = (port: number | undefined) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host: '127.0.0.2', port: port ?? 0 });
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
        t.after(() => socket.destroy());
      });
    const byDefault = await serve(t);
    assert.equal((await byDefault.ask('/livez')).status, 200);
    assert.equal(await connects(byDefault.manager.port), false);
    if (process.platform !== 'linux') return;
    const everywhere = await serve(t, { host: '0.0.0.0' });
    assert.equal(await connects(everywhere.manager.port), true);
  });

  test('answers probes, metrics and the state', async (t) => {
    const { ask, ready, stop, manager } = await serve(t);
    await until(() => manager.describe().caches.every(({ hasSynced }) => hasSynced));
    assert.equal((await ask('/healthz')).status, 200);
    assert.equal((await ask('/livez')).status, 200);
    const unready = await ask('/readyz?verbose');
    assert.deepEqual(unready, { status: 500, text: '[-] own\n[+] caches\nfailed: own\n' });
    assert.equal((await ask('/readyz/caches')).status, 200);
    ready();
    assert.equal((await ask('/readyz')).status, 200);
    assert.equal((await ask('/readyz/unknown')).status, 404);
    assert.equal((await ask('/')).status, 404);
    assert.equal((await ask('/readyz', 'POST')).status, 405);
    const { text } = await ask('/metrics');
    for (const series of [
      'controller_runtime_reconcile_timeouts_total{controller="sites"} 0',
      'controller_runtime_reconcile_panics_total{controller="sites"} 0',
      'vmgen_reconcile_cache_waits_total{controller="sites"} 0',
      'vmgen_reconcile_cache_wait_timeouts_total{controller="sites"} 0',
      'vmgen_skipped_writes_total{controller="sites",write="status"} 0',
      'informer_pending_writes{name="sites.web.example.com"} 0',
    ]) {
      assert.ok(text.includes(`${series}\n`), series);
    }
    const state = JSON.parse((await ask('/debug/state')).text) as unknown;
    assert.deepEqual(state, JSON.parse(JSON.stringify(manager.describe())));
    await stop();
    assert.equal(manager.port, undefined);
  });

  test('has no status page by default', async (t) => {
    const { ask } = await serve(t);
    assert.equal((await ask('/status')).status, 404);
    assert.equal((await ask('/status/data')).status, 404);
  });

  test('serves the data of the status page', async (t) => {
    const { ask, clock, manager, sites } = await serve(t, { statusPage: true });
    await sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
    await until(() => manager.describe().caches[0]?.objects === 1);
    await clock.advance(5_000);
    assert.match((await ask('/status')).text, /^<!doctype html>/);
    const { controllers, caches } = JSON.parse((await ask('/status/data')).text) as {
      controllers: { name: string; reconciles: number; history: { rate: number[] } }[];
      caches: { name: string; lagMs: number; isLate: boolean }[];
    };
    const [controller] = controllers;
    assert.deepEqual([controller?.name, controller?.reconciles], ['sites', 1]);
    assert.deepEqual(controller?.history.rate, [0.2]);
    assert.deepEqual(
      caches.map(({ name, lagMs, isLate }) => ({ name, lagMs, isLate })),
      [{ name: 'sites', lagMs: 5_000, isLate: false }],
    );
  });

  test('serves HTTPS with a certificate of its own', async (t) => {
    const { manager } = await serve(t, { tls: 'self-signed' });
    const certificate = await new Promise<PeerCertificate>((resolve, reject) => {
      const address = { host: '127.0.0.1', port: present(manager.port) };
      const socket = connectTls({ ...address, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      }).once('error', reject);
    });
    assert.match(certificate.subjectaltname ?? '', /^DNS:localhost, /);
  });

  test('rejects other host names on a loopback address, unless the pages require a token', async (t) => {
    const states = async (options: ManagerServerOptions): Promise<unknown[]> => {
      const { ask } = await serve(t, options);
      return Promise.all(
        ['localhost', 'operator.example.com', 'evil.example'].map(
          async (name) => (await ask('/debug/state', 'GET', name)).status,
        ),
      );
    };
    assert.deepEqual(await states({}), [200, 421, 421]);
    assert.deepEqual(await states({ hostNames: ['operator.example.com'] }), [200, 200, 421]);
    assert.deepEqual(await states({ host: '0.0.0.0' }), [200, 200, 200]);
    assert.deepEqual(await states({ authorization: true }), [401, 401, 401]);
  });

  test('serves the status page without data to requests without a token', async (t) => {
    const { ask } = await serve(t, { statusPage: true, authorization: true });
    const { status, text } = await ask('/status');
    assert.equal(status, 401);
    assert.match(text, /^<!doctype html>/);
    assert.deepEqual(await ask('/status/data'), { status: 401, text: 'unauthorized\n' });
  });

  test('recordings need a token for a path of their own', async (t) => {
    const { ask } = await serve(t, { statusPage: true });
    assert.equal((await ask('/status/recordings')).status, 404);
    const recordings = {};
    const open = await serve(t, { statusPage: true }, { recordings });
    assert.deepEqual(await open.ask('/status/recordings'), { status: 200, text: '[]' });
    assert.equal((await open.ask('/status/recordings?id=__proto__')).status, 404);
    assert.equal((await open.ask('/status/recordings', 'GET', 'evil.example')).status, 421);
    const closed = await serve(t, { statusPage: true, authorization: true }, { recordings });
    const refused = { status: 401, text: 'unauthorized\n' };
    assert.deepEqual(await closed.ask('/status/recordings'), refused);
    assert.deepEqual(await closed.ask('/status/recordings?id=1'), refused);
  });
});

test('describe returns the state of caches, controllers and the election', async (t) => {
  const { manager, sites, stop } = await startManager(t, (own) => {
    const { sites: reader } = own.cache({ sites: siteResource });
    own.controller(reader, { name: 'web' }).reconcile(async () => {});
  });
  const created = await sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
  delete created.metadata.managedFields;
  await until(() => manager.describe().caches[0]?.objects === 1);
  await settle();
  const { caches, ...state } = manager.describe();
  const [first] = caches;
  const { resourceVersion, ...cache } = present(first);
  assert.match(resourceVersion, /^[1-9]/);
  assert.deepEqual(cache, {
    name: 'sites',
    kind: 'Site',
    objects: 1,
    bytes: JSON.stringify(created).length,
    hasSynced: true,
    pendingWrites: 0,
  });
  assert.deepEqual(state, {
    name: 'site-operator',
    isLeader: true,
    leader: '',
    controllers: [{ name: 'web', queued: 0, running: [] }],
  });
  await stop();
});
