import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import {
  createResourceClient,
  isNotFound,
  silentLogger,
  type ConditionInput,
  type Logger,
} from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import {
  settle,
  siteCrd,
  siteResource,
  startManager,
  startSiteController,
} from '../site.test.helper.js';

const start = (t: TestContext) => {
  const clock = createFakeClock({ start: '2026-01-01T00:00:00Z' });
  return startSiteController(t, {}, { clock }).then((own) => ({ ...own, clock }));
};

const ready = (status: 'True' | 'False', reason = 'Because'): ConditionInput => ({
  type: 'Ready',
  status,
  reason,
  message: '',
});

describe('status.set', () => {
  test('sends differences only, and nothing without a difference', async (t) => {
    const { reconcile, fake, settle, writes } = await start(t);
    await reconcile((_site, { status }) => status.set({ url: 'a', conditions: [ready('True')] }));
    await settle();
    fake.clearActions();
    await reconcile((_site, { status }) => status.set({ url: 'b', conditions: [ready('True')] }));
    await settle();
    const sent = fake.actions.find(({ verb }) => verb === 'patch')?.body;
    const { metadata, ...body } = sent as Record<string, unknown>;
    assert.deepEqual(Object.keys(metadata as object), ['resourceVersion']);
    assert.deepEqual(body, { status: { url: 'b' } });
    writes();
    const same = await reconcile((_site, { status }) =>
      status.set({ url: 'b', conditions: [ready('True')] }),
    );
    assert.deepEqual(writes(), []);
    assert.equal(same.status?.url, 'b');
  });

  test('keeps other fields and conditions, and removes fields that are undefined', async (t) => {
    const { reconcile, sites } = await start(t);
    const other = { type: 'Other', status: 'True', reason: 'Because', message: '' } as const;
    await reconcile((_site, { status }) => status.set({ url: 'a', conditions: [other] }));
    await reconcile((_site, { status }) => status.set({ conditions: [ready('True')] }));
    const { status } = await sites.get('shop');
    assert.equal(status?.url, 'a');
    assert.deepEqual(
      status.conditions?.map(({ type }) => type),
      ['Other', 'Ready'],
    );
    await reconcile((_site, context) => context.status.set({ url: undefined }));
    assert.equal((await sites.get('shop')).status?.url, undefined);
  });

  test('changes lastTransitionTime only with the status of the condition', async (t) => {
    const { reconcile, sites, clock } = await start(t);
    const timeOf = async () =>
      (await sites.get('shop')).status?.conditions?.[0]?.lastTransitionTime;
    await reconcile((_site, { status }) => status.set({ conditions: [ready('False')] }));
    const first = await timeOf();
    await clock.advance(60_000);
    await reconcile((_site, { status }) => status.set({ conditions: [ready('False', 'Other')] }));
    assert.equal(await timeOf(), first);
    await reconcile((_site, { status }) => status.set({ conditions: [ready('True')] }));
    assert.notEqual(await timeOf(), first);
  });

  test('sets observedGeneration to the generation that the reconcile has seen', async (t) => {
    const { reconcile, sites, settle } = await start(t);
    await reconcile(async (_site, { status }) => {
      await sites.mergePatch('shop', { spec: { html: 'New' } });
      await settle();
      await status.set({ conditions: [ready('True')] });
    });
    const { metadata, status } = await sites.get('shop');
    assert.equal(metadata.generation, 2);
    assert.equal(status?.observedGeneration, 1);
    assert.equal(status.conditions?.[0]?.observedGeneration, 1);
    await settle();
    // The generation alone is a difference.
    await reconcile((_site, context) => context.status.set({}));
    assert.equal((await sites.get('shop')).status?.observedGeneration, 2);
  });

  test('keeps an observedGeneration that the program sets', async (t) => {
    const { reconcile, sites } = await start(t);
    await reconcile((_site, { status }) => status.set({ observedGeneration: 7 }));
    assert.equal((await sites.get('shop')).status?.observedGeneration, 7);
    await reconcile((_site, { status }) => status.set({ observedGeneration: 8 }));
    assert.equal((await sites.get('shop')).status?.observedGeneration, 8);
    const conditions = [{ ...ready('True'), observedGeneration: 9 }];
    await reconcile((_site, { status }) => status.set({ conditions }));
    assert.equal((await sites.get('shop')).status?.conditions?.[0]?.observedGeneration, 9);
  });

  test('reads the object from the server after a conflict', async (t) => {
    const { reconcile, sites, fake } = await start(t);
    let reads = 0;
    fake.prependReactor({ verb: 'get', resource: 'sites' }, () => {
      reads++;
      return undefined;
    });
    await reconcile(async (_site, { status }) => {
      // The cache has not received this write.
      await sites.mergePatchStatus('shop', { status: { url: 'foreign' } });
      await status.set({ conditions: [ready('True')] });
    });
    const { status } = await sites.get('shop');
    assert.equal(status?.url, 'foreign');
    assert.equal(status.conditions?.[0]?.status, 'True');
    assert.equal(reads, 2, 'one after the conflict, one of this test');
  });

  test('does not write the status to a new object with the same name', async (t) => {
    const { reconcile, sites } = await start(t);
    const setting = reconcile(async ({ spec }, { status }) => {
      await sites.delete('shop');
      await sites.create({ metadata: { name: 'shop' }, spec: { html: spec.html } });
      await status.set({ url: 'of the deleted object' });
    });
    await assert.rejects(setting, isNotFound);
    assert.equal((await sites.get('shop')).status, undefined);
  });

  test('waits for no clock after a conflict', async (t) => {
    const { reconcile, sites, clock } = await start(t);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers();
    const writing = reconcile(async (_site, { status }) => {
      await sites.mergePatchStatus('shop', { status: { url: 'foreign' } });
      await status.set({ conditions: [ready('True')] });
    });
    const pending = clock.pendingTimers;
    await settle();
    assert.deepEqual(timers(), before);
    assert.ok(clock.pendingTimers <= pending);
    assert.equal((await sites.get('shop')).status?.conditions?.[0]?.status, 'True');
    await writing;
  });

  test('includes what the same reconcile has written', async (t) => {
    const { reconcile, writes } = await start(t);
    writes();
    const after = await reconcile(async (_site, { status }) => {
      await status.set({ url: 'a' });
      await status.set({ url: 'a' });
      return status.set({ conditions: [ready('True')] });
    });
    assert.equal(after.status?.url, 'a');
    assert.deepEqual(writes(), ['patch sites/shop/status', 'patch sites/shop/status']);
  });

  test('sends nothing twice for a kind whose status lacks observedGeneration', async (t) => {
    const url = { type: 'string' } as const;
    const status = { type: 'object', properties: { url } } as const;
    const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;
    const [version] = siteCrd.spec.versions;
    const openAPIV3Schema = { type: 'object', properties: { spec, status } } as const;
    const crd = {
      ...siteCrd,
      spec: { ...siteCrd.spec, versions: [{ ...version, schema: { openAPIV3Schema } }] },
    };
    const { reconcile, writes, settle } = await startSiteController(t, {}, { crd: crd as never });
    writes();
    const set = async (value: string) => {
      await reconcile((_site, context) => context.status.set({ url: value }));
      await settle();
      return writes();
    };
    assert.deepEqual(await set('a'), ['patch sites/shop/status']);
    assert.deepEqual(await set('a'), []);
    assert.deepEqual(await set('b'), ['patch sites/shop/status']);
    assert.deepEqual(await set('b'), []);
  });

  test('warns once about a field that the server drops', async (t) => {
    const url = { type: 'string' } as const;
    const last = { type: 'array', items: { type: 'object', properties: { at: url } } } as const;
    const status = { type: 'object', properties: { url, last } } as const;
    const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;
    const [version] = siteCrd.spec.versions;
    const openAPIV3Schema = { type: 'object', properties: { spec, status } } as const;
    const crd = {
      ...siteCrd,
      spec: { ...siteCrd.spec, versions: [{ ...version, schema: { openAPIV3Schema } }] },
    };
    const fields: unknown[] = [];
    const warn: Logger['warn'] = (_message, each) => void fields.push(each?.['field']);
    const logger: Logger = { ...silentLogger, with: () => logger, warn };
    const { reconcile } = await startSiteController(t, {}, { crd: crd as never, logger });
    const set = (values: object) => reconcile((_site, own) => own.status.set(values));
    await set({ url: 'a', last: [{ at: 'x' }], empty: undefined });
    assert.deepEqual(fields, []);
    await set({ url: 'b', last: [{ at: 'x', by: 'y' }] });
    await set({ url: 'c', pages: 3 });
    await set({ url: 'd', pages: 4 });
    assert.deepEqual(fields, ['status.last[0].by', 'status.pages']);
  });

  test('does not start a reconcile of its own', async (t) => {
    const { reconcile, settle, manager } = await start(t);
    await reconcile((_site, { status }) => status.set({ url: 'a' }));
    await settle();
    let runs = 0;
    const next = reconcile(async () => {
      runs++;
    });
    await next;
    await settle();
    assert.equal(runs, 1);
    assert.deepEqual(
      manager.describe().controllers.map(({ queued }) => queued),
      [0],
    );
  });

  test('writes again what a restore of the server from a backup has removed', async (t) => {
    const clock = createFakeClock();
    const metadata = { name: 'shop', namespace: 'default', uid: 'shop-uid', generation: 1 };
    const shop = { apiVersion: 'web.example.com/v1', kind: 'Site', metadata, spec: { html: '' } };
    const servers = [1, 2].map(() =>
      createFakeTransport({ crds: [siteCrd], objects: [shop], clock }),
    );
    const [before, backup] = servers as [(typeof servers)[0], (typeof servers)[0]];
    t.after(() => Promise.all(servers.map((server) => server.close())));
    let current = before;
    const { manager } = await startManager(
      t,
      (own) => {
        const { sites } = own.cache({ sites: siteResource });
        own.controller(sites).reconcile(async (_site, { status }) => {
          await status.set({ url: 'a' });
        });
      },
      { clock, through: () => ({ request: (request) => current.request(request) }) },
      before,
    );
    const urlOf = async (server: typeof before) => {
      const client = createResourceClient(server, siteResource, { namespace: 'default' });
      return (await client.get('shop')).status?.url;
    };
    await settle();
    assert.equal(await urlOf(before), 'a');
    current = backup;
    await before.close();
    for (let second = 0; second < 120; second++) await clock.advance(1_000);
    assert.equal(manager.describe().caches[0]?.objects, 1);
    assert.equal(await urlOf(backup), 'a');
  });
});
