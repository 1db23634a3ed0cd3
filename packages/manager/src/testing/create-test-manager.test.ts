import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { eventResource } from '@vmgen/kubernetes/events/v1';
import { ApiError, createResourceClient, isConflict, type Cached } from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { Manager } from '../manager.js';
import type { Reconcile } from '../reconcile/reconcile-context.js';
import { settle, siteCrd, siteResource, type Site } from '../site.test.helper.js';
import {
  createTestManager,
  type TestManager,
  type TestManagerOptions,
} from './create-test-manager.js';

function createFake(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  t.after(() => fake.close());
  const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
  const create = () => sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
  const start = (reconcile: Reconcile<Site, 'Namespaced'>, options?: TestManagerOptions) =>
    createTestManager(fake, (manager) => addSites(manager, reconcile), { clock, ...options });
  return { clock, fake, sites, create, start };
}

function addSites(manager: Manager, reconcile: Reconcile<Site, 'Namespaced'>) {
  const readers = manager.cache({ sites: siteResource });
  manager.controller(readers.sites).reconcile(reconcile);
  return readers;
}

test('requeues only after the clock has advanced, once per interval', async (t) => {
  const { create, start } = createFake(t);
  let reconciles = 0;
  await using operator = await start(async (_site, { transport }) => {
    reconciles++;
    // Longer than the turns that a clock waits for between two timers.
    for (let request = 0; request < 5; request++) {
      await createResourceClient(transport, configMapResource, { namespace: 'default' }).list();
    }
    return { requeueAfterMs: 10_000 };
  });
  await create();
  await operator.idle();
  assert.equal(reconciles, 1);
  await operator.advance(9_999);
  assert.equal(reconciles, 1);
  await operator.advance(50_001);
  assert.equal(reconciles, 7);
});

test('idle() rejects with the error of a failed reconcile, once', async (t) => {
  const { create, start } = createFake(t);
  const failure = new Error('no such disk');
  let fails = true;
  await using operator = await start(async () => {
    if (fails) throw failure;
  });
  await create();
  await assert.rejects(operator.idle(), failure);
  assert.equal(await operator.metric('controller_runtime_reconcile_errors_total'), 1);
  fails = false;
  await operator.advance(10_000);
  await operator.idle();
  const succeeded = { controller: 'sites', result: 'success' };
  assert.equal(await operator.metric('controller_runtime_reconcile_total', succeeded), 1);
  assert.equal(await operator.metric('controller_runtime_reconcile_total'), 2);
  assert.equal(await operator.metric('no_such_metric'), undefined);
});

test('reports several failed reconciles together, and those that remain at the end', async (t) => {
  const { create, sites, start } = createFake(t);
  const operator = await start(async ({ metadata }) => {
    throw new Error(`no disk for ${metadata.name}`);
  });
  await create();
  await sites.create({ metadata: { name: 'blog' }, spec: { html: '' } });
  await assert.rejects(operator.idle(), (error) => {
    assert.ok(error instanceof AggregateError);
    assert.match(error.message, /^2 failures: no disk for \w+; no disk for \w+$/);
    return true;
  });
  await sites.mergePatch('shop', { spec: { html: 'a' } });
  await assert.rejects(operator.stop(), /no disk for shop/);
  await operator.stop();
});

test('reports equal errors of several reconciles once', async (t) => {
  const { create, sites, start } = createFake(t);
  const operator = await start(async () => {
    throw new Error('no such disk');
  });
  await create();
  await sites.create({ metadata: { name: 'blog' }, spec: { html: '' } });
  await assert.rejects(operator.idle(), (error) => {
    assert.ok(error instanceof AggregateError);
    assert.equal(error.message, '2 failures: no such disk');
    assert.equal(error.errors.length, 1);
    return true;
  });
});

test('reports an admission handler that throws, and states the error in its answer', async (t) => {
  const { fake } = createFake(t);
  const setUp = (manager: Manager) => {
    manager.webhook(siteResource, {
      validate: {
        create: () => {
          throw new TypeError('no such quota');
        },
      },
    });
    manager.registerWebhook('/review', () => {
      throw new Error('no such kind');
    });
  };
  const path = '/validate-web-example-com-v1-site';
  const { group, version, plural: resource } = siteResource;
  const request = {
    uid: 'a',
    kind: { group, version, kind: 'Site' },
    resource: { group, version, resource },
    namespace: 'default',
    name: 'shop',
    operation: 'CREATE',
    object: { metadata: {} },
  } as const;
  const call = async ({ manager }: TestManager) => {
    const { signal } = new AbortController();
    const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request };
    const answer = await manager.handleWebhook(review, path, signal);
    await assert.rejects(manager.handleWebhook({}, '/review', signal), /no such kind/);
    return answer.response?.status?.message;
  };
  const operator = await createTestManager(fake, setUp);
  assert.equal(await call(operator), 'the webhook failed: no such quota');
  await assert.rejects(
    operator.idle(),
    /^AggregateError: 2 failures: .*no such quota; no such kind$/,
  );
  await operator.stop();

  const expected: string[] = [];
  await using other = await createTestManager(fake, setUp, {
    isExpected: ({ controller, key }) => expected.push(`${controller} ${key}`) > 0,
  });
  await call(other);
  await other.idle();
  assert.deepEqual(expected, [`${path} default/shop`, '/review ']);
});

test('accepts failures that the test expects', async (t) => {
  const { create, start } = createFake(t);
  let reconciles = 0;
  await using operator = await start(
    async () => {
      if (++reconciles === 1) throw new ApiError({ code: 409, reason: 'Conflict', message: 'old' });
    },
    {
      isExpected: ({ controller, key, error }) =>
        `${controller} ${key}` === 'sites default/shop' && isConflict(error),
    },
  );
  await create();
  await operator.idle();
  await operator.advance(1_000);
  assert.equal(reconciles, 2);
});

test('a test observes failures, and loses the answer of an effect with a name', async (t) => {
  const { create, start } = createFake(t);
  const records: string[] = [];
  const seen: string[] = [];
  await using operator = await start(
    async ({ metadata: { name } }, { effect }) => {
      await effect('dns.create', name, async () => void records.push(name));
    },
    {
      isExpected: ({ key, error }) => {
        seen.push(`${key}: ${String(error)}`);
        return true;
      },
      onEffect: async (name, run) => {
        const answer = await run();
        seen.push(name);
        if (records.length === 1) throw new Error('no answer');
        return answer;
      },
    },
  );
  await create();
  await operator.advance(1_000);
  assert.deepEqual(records, ['shop', 'shop']);
  assert.deepEqual(seen, ['dns.create shop', 'default/shop: Error: no answer', 'dns.create shop']);
});

test('a reconcile that waits for time ends at its limit, without real time', async (t) => {
  const { clock, create, start } = createFake(t);
  await using operator = await start(async (_site, { signal }) => {
    await sleep(3_600_000, { clock, signal });
  });
  await create();
  await operator.advance(59_999);
  await assert.rejects(operator.advance(1), /the reconcile took longer than 60000 ms/);
  assert.equal(await operator.metric('controller_runtime_reconcile_timeouts_total'), 1);
});

test('a reconcile that ignores its signal does not block the end of the test', async (t) => {
  const { clock, create, start } = createFake(t);
  const operator = await start(async () => {
    await sleep(3_600_000, { clock });
  });
  await create();
  await operator.advance(0);
  await assert.rejects(operator.stop(), /25000 ms/);
});

test('idle() waits as long as a reconcile sends requests, however slow the machine is', async (t) => {
  const { create, start } = createFake(t);
  let sent = 0;
  await using operator = await start(async (_site, { transport }) => {
    for (; sent < 10; sent++) {
      await createResourceClient(transport, configMapResource, { namespace: 'default' }).list();
      // Work that takes real time, such as a child process.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  await create();
  let nowMs = 0;
  t.mock.method(performance, 'now', () => (nowMs += 10_000));
  await operator.idle();
  assert.equal(sent, 10);
});

test('idle() of two managers ends although each turns the event loop', async (t) => {
  const { create, fake, clock } = createFake(t);
  let reconciles = 0;
  const named = (name: string) =>
    createTestManager(
      fake,
      (manager) =>
        addSites(manager, async () => {
          reconciles++;
        }),
      {
        clock,
        name,
      },
    );
  await using first = await named('first');
  await using second = await named('second');
  await create();
  await Promise.all([first.idle(), second.idle()]);
  assert.equal(reconciles, 2);
});

test('the metrics of the operator are read like those of the manager', async (t) => {
  const { create, fake, sites, clock } = createFake(t);
  const setUp = (manager: Manager) => {
    const pages = manager.metrics.gauge({
      name: 'site_pages',
      help: 'Number of pages of a site.',
      labels: ['name'],
    });
    const readers = manager.cache({ sites: siteResource });
    manager
      .controller(readers.sites, { onGone: async ({ key: { name } }) => pages.remove({ name }) })
      .reconcile(async ({ metadata: { name } }) => pages.set({ name }, 3));
  };
  await using operator = await createTestManager(fake, setUp, { clock });
  await create();
  await operator.idle();
  assert.equal(await operator.metric('site_pages', { name: 'shop' }), 3);
  await sites.delete('shop');
  await operator.idle();
  assert.equal(await operator.metric('site_pages'), undefined);
});

test('idle() reports a cache that cannot sync', async (t) => {
  const { fake, start } = createFake(t);
  const denied = new ApiError({ code: 403, reason: 'Forbidden', message: 'may not watch sites' });
  fake.prependWatchReactor({ resource: 'sites' }, () => denied);
  fake.prependReactor({ verb: 'list', resource: 'sites' }, () => denied);
  await using operator = await start(async () => {});
  await assert.rejects(operator.idle(), {
    message:
      'the cache sites has not synced: may not watch sites; if a permission is missing, add a marker +kubebuilder:rbac: npx vmgen rbac --from-run prints those that the tests need',
  });
});

test('a Lease expires when the clock advances', async (t) => {
  const { create, fake, start } = createFake(t);
  const held: string[] = [];
  const as = (identity: string) =>
    start(async () => void held.push(identity), { leaderElection: { identity } });
  await create();
  const first = await as('first');
  await first.idle();
  const second = await as('second');
  await second.idle();
  assert.deepEqual([first.manager.isLeader, second.manager.isLeader], [true, false]);
  assert.deepEqual(held, ['first']);
  fake.prependReactor({ verb: 'update', resource: 'leases' }, ({ body }) =>
    JSON.stringify(body).includes('"first"')
      ? new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'a partition' })
      : undefined,
  );
  await second.advance(60_000);
  assert.equal(second.manager.isLeader, true);
  assert.deepEqual(held, ['first', 'second']);
  await second.stop();
  await assert.rejects(first.stop(), { message: 'the lease was lost' });
});

test('returns what the set-up returned, and sends events before idle() resolves', async (t) => {
  const { create, fake, start } = createFake(t);
  await using operator = await start(async (_site, { event }) => {
    event({ type: 'Normal', reason: 'Served', action: 'Serve', note: 'the site is served' });
  });
  await create();
  await operator.idle();
  assert.equal(operator.declared.sites.find('default/shop')?.metadata.name, 'shop');
  const { items } = await createResourceClient(fake, eventResource, {
    namespace: 'default',
  }).list();
  assert.deepEqual(
    items.map(({ note }) => note),
    ['the site is served'],
  );
});

test('changes are reconciled before the objects of the start, which do not starve', async (t) => {
  const { fake, sites } = createFake(t);
  for (let index = 0; index < 40; index++) {
    await sites.create({ metadata: { name: `old-${index}` }, spec: { html: '' } });
  }
  const order: string[] = [];
  await using operator = await createTestManager(fake, (manager) => {
    const readers = manager.cache({ sites: siteResource });
    manager.controller(readers.sites, { workers: 1 }).reconcile(async ({ metadata }) => {
      order.push(metadata.name.replace(/-.*/, ''));
      if (order.length === 1) await sites.create({ metadata: { name: 'new' }, spec: { html: '' } });
      // Until the last one, there is always a new change.
      if (order.length < 200) await sites.mergePatch('new', { spec: { html: `${order.length}` } });
      await settle();
    });
  });
  await operator.idle();
  assert.deepEqual(order.slice(0, 3), ['old', 'new', 'new']);
  // One object of the start after 16 changes.
  assert.deepEqual(
    order.slice(0, 40).flatMap((name, at) => (name === 'old' ? [at] : [])),
    [0, 17, 34],
  );
  assert.equal(order.filter((name) => name === 'old').length, 40);
});

test('idle() rejects with the error of a relation, a predicate, an index or a transform, with the object that it failed for', async (t) => {
  const failing = (what: string) => () => {
    throw new Error(what);
  };
  const cases: Readonly<Record<string, (manager: Manager) => void>> = {
    predicate: (manager) => {
      const { sites } = manager.cache({ sites: siteResource });
      manager.controller(sites, { predicate: failing('predicate') }).reconcile(async () => {});
    },
    keysOf: (manager) => {
      const { sites } = manager.cache({ sites: siteResource });
      const builder = manager.controller(sites).watches(sites, { keysOf: failing('keysOf') });
      builder.reconcile(async () => {});
    },
    'predicate of a relation': (manager) => {
      const { sites } = manager.cache({ sites: siteResource });
      const predicate = failing('predicate of a relation');
      const builder = manager.controller(sites).watches(sites, { keysOf: () => [], predicate });
      builder.reconcile(async () => {});
    },
    refersTo: (manager) => {
      const { sites, maps } = manager.cache({ sites: siteResource, maps: configMapResource });
      manager
        .controller(sites)
        .refersTo(maps, failing('refersTo'))
        .reconcile(async () => {});
    },
    index: (manager) => {
      const indexers = { byUrl: failing('index') };
      const { sites } = manager.cache({ sites: { resource: siteResource, indexers } });
      manager.controller(sites).reconcile(async () => {});
    },
    'an index function must return strings, not undefined': (manager) => {
      // A field that its type requires, and that an object lacks.
      const byUrl = ({ spec }: Cached<Site>) => [spec.secretName as string];
      const { sites } = manager.cache({ sites: { resource: siteResource, indexers: { byUrl } } });
      manager.controller(sites).reconcile(async () => {});
    },
    transform: (manager) => {
      const transform = failing('transform');
      const { sites } = manager.cache({ sites: { resource: siteResource, transform } });
      manager.controller(sites).reconcile(async () => {});
    },
    'index that is added': (manager) => {
      const { sites } = manager.cache({ sites: siteResource });
      const indexers = { byUrl: failing('index that is added') };
      manager.cache({ sites: { resource: siteResource, indexers } });
      manager.controller(sites).reconcile(async () => {});
    },
  };
  for (const [what, setUp] of Object.entries(cases)) {
    const { fake, create } = createFake(t);
    const failed: string[] = [];
    const operator = await createTestManager(fake, setUp, {
      isExpected: ({ controller, key }) => {
        failed.push(`${controller} ${key}`);
        return false;
      },
    });
    await create();
    await assert.rejects(operator.idle(), { message: what });
    assert.deepEqual(failed, ['sites default/shop'], what);
    await operator.stop();
  }
});

test('idle() rejects with the answer to an event that the server rejects', async (t) => {
  const { create, fake, start } = createFake(t);
  const denied = new ApiError({ code: 403, reason: 'Forbidden', message: 'may not create events' });
  fake.prependReactor({ verb: 'create', resource: 'events' }, () => denied);
  const failed: string[] = [];
  await using operator = await start(
    async (_site, { event }) =>
      event({ type: 'Normal', reason: 'Ready', action: 'Serve', note: '' }),
    { isExpected: ({ controller, key }) => failed.push(`${controller} ${key}`) > 1 },
  );
  await create();
  await assert.rejects(operator.idle(), { message: 'may not create events' });
  assert.deepEqual(failed, ['events default/shop']);
});
