import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import {
  configMapResource,
  createConfigMapClient,
  createNodeClient,
  createSecretClient,
  nodeResource,
  secretResource,
} from '@vmgen/kubernetes/core/v1';
import { TerminalError, type Logger, silentLogger } from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createFakeClock } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import type { ControllerBuilder, ControllerOptions } from './controller-options.js';
import type { Manager } from '../manager.js';
import {
  configMapOf,
  createChannel,
  settle,
  siteResource,
  startManager,
  type Site,
} from '../site.test.helper.js';
import type { KeyContext, ObjectContext } from './reconcile-context.js';

type Reconcile = (context: ObjectContext<Site, 'Namespaced'>, site: Site) => Promise<unknown>;

/** A controller of sites that records the names of its reconciles. */
async function start(
  t: TestContext,
  {
    declare = () => {},
    reconcile = async () => {},
    ...options
  }: ControllerOptions<Site, 'Namespaced'> & {
    readonly declare?: (
      builder: ControllerBuilder<Site, 'Namespaced'>,
      kinds: ReturnType<typeof kindsOf>,
      manager: Manager,
    ) => void;
    readonly reconcile?: Reconcile;
  } = {},
) {
  const clock = createFakeClock();
  const registry = createPrometheusRegistry();
  const runs: string[] = [];
  const errors: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    with: () => logger,
    error: (_message, fields) => errors.push(fields?.['error']),
  };
  const started = await startManager(
    t,
    (manager) => {
      const kinds = kindsOf(manager);
      const builder = manager.controller(kinds.sites, options);
      declare(builder, kinds, manager);
      builder.reconcile(async (site, context) => {
        runs.push(site.metadata.name);
        // A step of a test sees the object as its type without the marks of a cache.
        return (await reconcile(context, site as unknown as Site)) as void;
      });
    },
    { clock, metrics: registry.metrics, logger },
  );
  await settle();
  const { fake } = started;
  return {
    ...started,
    clock,
    errors,
    runs: async () => {
      await settle();
      return runs.splice(0);
    },
    create: (name: string, spec: Partial<Site['spec']> = {}) =>
      started.sites.create({ metadata: { name }, spec: { html: '', ...spec } }),
    configMaps: createConfigMapClient(fake, 'default'),
    secrets: createSecretClient(fake, 'default'),
    metric: async (line: string) => {
      const found = (await registry.text()).split('\n').find((each) => each.startsWith(`${line} `));
      return found === undefined ? undefined : Number(found.split(' ').at(-1));
    },
  };
}

const kindsOf = (manager: Manager) =>
  manager.cache({
    sites: siteResource,
    configMaps: configMapResource,
    secrets: { resource: secretResource, metadataOnly: true },
    nodes: nodeResource,
  });

describe('what starts a reconcile', () => {
  test('creations and changes of spec, labels, annotations and finalizers', async (t) => {
    const { runs, create, sites } = await start(t);
    await create('a');
    assert.deepEqual(await runs(), ['a']);
    const patches = [
      { spec: { html: 'New' } },
      { metadata: { labels: { a: 'b' } } },
      { metadata: { annotations: { a: 'b' } } },
      { metadata: { finalizers: ['example.com/a'] } },
    ];
    for (const patch of patches) {
      await sites.mergePatch('a', patch);
      assert.deepEqual(await runs(), ['a'], JSON.stringify(patch));
    }
  });

  test('not a write of the status, unless the option `when` selects it', async (t) => {
    const first = await start(t);
    await first.create('a');
    await first.runs();
    await first.sites.mergePatchStatus('a', { status: { url: 'x' } });
    assert.deepEqual(await first.runs(), []);
    const second = await start(t, { predicate: () => true });
    await second.create('a');
    await second.runs();
    await second.sites.mergePatchStatus('a', { status: { url: 'x' } });
    assert.deepEqual(await second.runs(), ['a']);
  });

  test('changes of owned objects', async (t) => {
    const { runs, create, configMaps } = await start(t, {
      declare: (builder, kinds) => void builder.owns(kinds.configMaps),
    });
    const { apiVersion, kind, metadata } = await create('a');
    await create('b');
    await runs();
    const owner = { apiVersion, kind, name: 'a', uid: metadata.uid };
    const ownerReferences = [{ ...owner, controller: true }];
    await configMaps.create({ metadata: { name: 'x', ownerReferences } });
    assert.deepEqual(await runs(), ['a']);
    await configMaps.mergePatch('x', { data: { a: 'b' } });
    assert.deepEqual(await runs(), ['a']);
    await configMaps.delete('x');
    assert.deepEqual(await runs(), ['a']);
    await configMaps.create({ metadata: { name: 'y', ownerReferences: [owner] } });
    assert.deepEqual(await runs(), [], 'an owner that is not the controller');
  });

  test('changes of watched objects', async (t) => {
    const { runs, create, configMaps } = await start(t, {
      declare: (builder, kinds) =>
        void builder.watches(kinds.configMaps, {
          keysOf: ({ metadata }) => [
            { namespace: 'default', name: metadata.labels?.['site'] ?? '' },
          ],
          predicate: ({ type }) => type !== 'update',
        }),
    });
    await create('a');
    await runs();
    await configMaps.create({ metadata: { name: 'x', labels: { site: 'a' } } });
    assert.deepEqual(await runs(), ['a']);
    await configMaps.mergePatch('x', { data: { a: 'b' } });
    assert.deepEqual(await runs(), []);
  });

  test('changes of objects that it refers to, also by a metadata-only cache', async (t) => {
    const { runs, create, secrets, sites } = await start(t, {
      declare: (builder, kinds) =>
        void builder.refersTo(kinds.secrets, ({ metadata, spec }) =>
          spec.secretName ? [{ namespace: metadata.namespace, name: spec.secretName }] : [],
        ),
    });
    await create('a', { secretName: 'x' });
    await create('b');
    await runs();
    await secrets.create({ metadata: { name: 'x' } });
    assert.deepEqual(await runs(), ['a']);
    await secrets.create({ metadata: { name: 'y' } });
    assert.deepEqual(await runs(), []);
    await sites.mergePatch('b', { spec: { secretName: 'y' } });
    await runs();
    await secrets.mergePatch('y', { data: { a: 'Yg==' } });
    assert.deepEqual(await runs(), ['b']);
  });

  test('changes of objects that it refers to by name, in its namespace or of a cluster-scoped kind', async (t) => {
    const { runs, create, secrets, fake } = await start(t, {
      declare: (builder, kinds) =>
        void builder
          .refersTo(kinds.secrets, ({ spec }) => [{ name: `${spec.secretName}` }, 'by-text'])
          .refersTo(kinds.nodes, ({ metadata, spec }) => [
            { namespace: metadata.namespace, name: `${spec.secretName}` },
          ]),
    });
    await create('a', { secretName: 'x' });
    await create('b', { secretName: 'y' });
    await runs();
    await secrets.create({ metadata: { name: 'x' } });
    assert.deepEqual(await runs(), ['a']);
    await createSecretClient(fake, 'kube-system').create({ metadata: { name: 'y' } });
    assert.deepEqual(await runs(), []);
    await secrets.create({ metadata: { name: 'by-text' } });
    assert.deepEqual((await runs()).toSorted(), ['a', 'b']);
    await createNodeClient(fake).create({ metadata: { name: 'y' } });
    assert.deepEqual(await runs(), ['b']);
  });

  test('no reference without a namespace of a cluster-scoped object to a namespaced one', async (t) => {
    const { fake, errors } = await start(t, {
      declare: (_builder, { nodes, secrets }, manager) =>
        manager
          .controller(nodes)
          .refersTo(secrets, ({ metadata }) => [{ name: metadata.name }])
          .reconcile(async () => {}),
    });
    await createNodeClient(fake).create({ metadata: { name: 'y' } });
    await settle();
    assert.match(
      String(errors[0]),
      /a reference of the cluster-scoped y to the Secret "y" needs a namespace/,
    );
  });

  test('keys of a source and of a timer', async (t) => {
    const keys = createChannel<string>();
    const { runs, create, clock } = await start(t, {
      declare: (builder) => void builder.source('outside', keys.read).every(60_000),
    });
    await create('a');
    await create('b');
    await runs();
    keys.send('default/b');
    assert.deepEqual(await runs(), ['b']);
    await clock.advance(59_999);
    assert.deepEqual(await runs(), []);
    await clock.advance(1);
    assert.deepEqual((await runs()).toSorted(), ['a', 'b']);
  });
});

test('a change is reconciled before the keys of every()', async (t) => {
  let busy: (() => void) | undefined;
  const { runs, create, sites, clock } = await start(t, {
    workers: 1,
    declare: (builder) => void builder.every(60_000),
    reconcile: async () => {
      if (busy === undefined) return;
      await new Promise<void>((resolve) => (busy = resolve));
    },
  });
  for (const name of ['a', 'b', 'c']) await create(name);
  await runs();
  busy = () => {};
  await clock.advance(60_000);
  await create('new');
  await settle();
  for (let at = 0; at < 4; at++) {
    busy?.();
    await settle();
  }
  assert.deepEqual((await runs()).slice(0, 2), ['a', 'new']);
  busy = undefined;
  await sites.delete('new');
});

describe('a reconcile', () => {
  test('runs for at most the given number of objects at once, and never twice for one', async (t) => {
    let [running, most] = [0, 0];
    const ends: (() => void)[] = [];
    const { create, runs, sites, manager } = await start(t, {
      workers: 2,
      reconcile: async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running--;
      },
    });
    for (const name of ['a', 'b', 'c']) await create(name);
    await sites.mergePatch('a', { spec: { html: 'New' } });
    assert.deepEqual(await runs(), ['a', 'b']);
    const [state] = manager.describe().controllers;
    assert.deepEqual(
      state?.running.map(({ key }) => key),
      ['default/a', 'default/b'],
    );
    for (let n = 0; n < 4; n++) {
      ends.shift()?.();
      await settle();
    }
    assert.equal(most, 2);
    assert.deepEqual((await runs()).toSorted(), ['a', 'c']);
    for (const end of ends) end();
  });

  test('ends at its time limit, is counted and retried', async (t) => {
    const { create, runs, clock, metric, errors } = await start(t, {
      reconcileTimeoutMs: 1_000,
      reconcile: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    assert.equal(
      await metric('controller_runtime_reconcile_timeouts_total{controller="sites"}'),
      0,
    );
    await create('a');
    await runs();
    await clock.advance(999);
    assert.deepEqual(errors, []);
    await clock.advance(1);
    assert.match(
      String(errors[0]),
      /the reconcile took longer than 1000 ms \(reconcileTimeoutMs\)/,
    );
    await clock.advance(500);
    assert.deepEqual(await runs(), ['a']);
    assert.equal(
      await metric('controller_runtime_reconcile_timeouts_total{controller="sites"}'),
      1,
    );
  });

  test('aborts its requests at its time limit', async (t) => {
    let signal: AbortSignal | undefined;
    const { create, runs, clock, fake } = await start(t, {
      reconcileTimeoutMs: 1_000,
      reconcile: ({ transport }) => createConfigMapClient(transport, 'default').get('x'),
    });
    const handle = fake.server.handle.bind(fake.server);
    fake.server.handle = (request) => {
      if (!request.path.includes('configmaps/x')) return handle(request);
      signal = request.signal;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    await create('a');
    await runs();
    assert.equal(signal?.aborted, false);
    await clock.advance(1_000);
    assert.equal(signal.aborted, true);
  });

  test('passes its signal also in a copy of its context', async (t) => {
    const { create, runs, clock, errors } = await start(t, {
      reconcileTimeoutMs: 1_000,
      reconcile: (context) =>
        new Promise((_resolve, reject) => {
          const { signal } = { ...context };
          assert.equal(signal, context.signal);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    await create('a');
    await runs();
    await clock.advance(1_000);
    assert.match(String(errors[0]), /the reconcile took longer than 1000 ms/);
  });

  test('counts programming errors as panics', async (t) => {
    const thrown: Error[] = [
      new TypeError('x is not a function'),
      new Error('other'),
      new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
    ];
    const { create, runs, clock, metric } = await start(t, {
      reconcile: async () => {
        const error = thrown.shift();
        if (error !== undefined) throw error;
      },
    });
    assert.equal(await metric('controller_runtime_reconcile_panics_total{controller="sites"}'), 0);
    await create('a');
    await clock.advance(60_000);
    assert.equal((await runs()).length, 4);
    assert.equal(await metric('controller_runtime_reconcile_panics_total{controller="sites"}'), 1);
  });

  test('is not retried after a TerminalError, and again after its result', async (t) => {
    const results = [
      () => ({ requeueAfterMs: 5_000 }),
      () => {
        throw new TerminalError('invalid');
      },
    ];
    const { create, runs, clock } = await start(t, { reconcile: async () => results.shift()?.() });
    await create('a');
    assert.deepEqual(await runs(), ['a']);
    await clock.advance(4_999);
    assert.deepEqual(await runs(), []);
    await clock.advance(1);
    assert.deepEqual(await runs(), ['a']);
    await clock.advance(3_600_000);
    assert.deepEqual(await runs(), []);
  });

  test('of a deleted object calls onGone', async (t) => {
    const gone: string[] = [];
    const { create, runs, sites } = await start(t, {
      onGone: async ({ key }) => void gone.push(key.name),
    });
    await create('a');
    await runs();
    await sites.delete('a');
    assert.deepEqual([await runs(), gone], [[], ['a']]);
  });

  test('of an object that only leaves the selection does not call onGone', async (t) => {
    const gone: string[] = [];
    const { sites } = await startManager(t, (manager) => {
      const { web } = manager.cache({ web: { resource: siteResource, labelSelector: 'app=web' } });
      const onGone = async ({ key }: KeyContext) => void gone.push(key.name);
      manager.controller(web, { onGone }).reconcile(async () => {});
    });
    for (const name of ['a', 'b']) {
      await sites.create({ metadata: { name, labels: { app: 'web' } }, spec: { html: '' } });
    }
    await settle();
    await sites.mergePatch('a', { metadata: { labels: { app: 'db' } } });
    await sites.delete('b');
    await settle();
    assert.deepEqual(gone, ['b']);
  });

  test('of an object that is being deleted does not happen without a finalizer', async (t) => {
    const { create, runs, sites } = await start(t);
    await create('a');
    await sites.mergePatch('a', { metadata: { finalizers: ['example.com/foreign'] } });
    await runs();
    await sites.delete('a');
    assert.deepEqual(await runs(), []);
  });
});

describe('a finalizer', () => {
  const name = 'example.com/volume';

  test('is added before the first reconcile and released after the cleanup', async (t) => {
    const log: string[] = [];
    const { create, runs, sites, writes } = await start(t, {
      finalizer: {
        name,
        cleanUp: async (_site, { status }) => {
          log.push('clean up');
          await status.set({ url: 'cleaned' });
        },
      },
      reconcile: async (_context, { metadata }) => log.push(String(metadata.finalizers)),
    });
    writes();
    await create('a');
    await runs();
    assert.equal(log[0], name);
    assert.deepEqual(writes(), ['create sites/', 'patch sites/a']);
    log.splice(0);
    await sites.delete('a');
    await runs();
    assert.deepEqual(log, ['clean up']);
    assert.equal(await sites.find('a'), undefined);
  });

  test('is kept while the cleanup asks to be called again, and after its error', async (t) => {
    const steps = [
      () => ({ requeueAfterMs: 5_000 }),
      () => {
        throw new Error('busy');
      },
    ];
    let calls = 0;
    const { create, runs, sites, clock } = await start(t, {
      finalizer: {
        name,
        cleanUp: async () => {
          calls++;
          return steps.shift()?.();
        },
      },
    });
    await create('a');
    await runs();
    await sites.delete('a');
    await settle();
    assert.equal(calls, 1);
    assert.ok(await sites.find('a'));
    await clock.advance(5_000);
    assert.equal(calls, 2);
    assert.ok(await sites.find('a'));
    await clock.advance(5_000);
    assert.equal(calls, 3);
    assert.equal(await sites.find('a'), undefined);
  });

  test('cleans up whatever the predicate selects', async (t) => {
    const { create, runs, sites } = await start(t, {
      finalizer: { name, cleanUp: async () => {} },
      // Only objects with this label, and no longer without it.
      predicate: ({ object }) => object.metadata.labels?.['tier'] === 'web',
    });
    await create('a');
    assert.deepEqual(await runs(), [], 'not selected');
    await sites.mergePatch('a', { metadata: { labels: { tier: 'web' } } });
    assert.ok((await runs()).includes('a'));
    await sites.mergePatch('a', { metadata: { labels: { tier: null } } });
    await sites.delete('a');
    await runs();
    assert.equal(await sites.find('a'), undefined);
  });

  test('leaves the finalizers of others', async (t) => {
    const { create, runs, sites } = await start(t, {
      finalizer: { name, cleanUp: async () => {} },
    });
    await create('a');
    await runs();
    await sites.mergePatch('a', { metadata: { finalizers: ['example.com/foreign', name] } });
    await sites.delete('a');
    await runs();
    assert.deepEqual((await sites.get('a')).metadata.finalizers, ['example.com/foreign']);
    assert.deepEqual(await runs(), [], 'not reconciled again');
  });
});

describe('declarations', () => {
  test('refuse two controllers of one name, and one without a function', async (t) => {
    await start(t, {
      declare: (_builder, { sites }, manager) => {
        assert.throws(() => manager.controller(sites), {
          code: 'ERR_VMGEN_ARGUMENT',
          message: 'there are two controllers named "sites"; set the option name',
        });
      },
    });
    const incomplete = await startManager(t, (manager) => {
      manager.controller(kindsOf(manager).sites);
    });
    await assert.rejects(incomplete.running, {
      code: 'ERR_VMGEN_STATE',
      message:
        'the controller sites has no reconcile function; end its declaration with .reconcile(...)',
    });
  });

  test('counts skipped writes from 0', async (t) => {
    const { create, runs, metric, sites } = await start(t, {
      declare: (builder, { configMaps }) => {
        builder.owns(configMaps);
        apply = (context, site) =>
          context.children.apply(child(configMaps, configMapOf(site as never)));
      },
      reconcile: async (context, site) => apply(context, site),
    });
    const line = 'vmgen_skipped_writes_total{controller="sites",write="child"}';
    assert.equal(await metric(line), 0);
    await create('a');
    await runs();
    const before = (await metric(line)) ?? 0;
    await sites.mergePatch('a', { metadata: { labels: { a: 'b' } } });
    await runs();
    assert.equal(await metric(line), before + 1);
  });
});

let apply: Reconcile = async () => {};
