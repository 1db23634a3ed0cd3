import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { interceptTransport } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { createPodAccess } from '@vmgen/runtime/pods';
import { createMetadataClient } from '@vmgen/runtime/client';
import { createDeploymentClient, deploymentResource } from '@vmgen/kubernetes/apps/v1';
import { horizontalPodAutoscalerResource } from '@vmgen/kubernetes/autoscaling/v1';
import { createHorizontalPodAutoscalerClient } from '@vmgen/kubernetes/autoscaling/v2';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';
import {
  configMapResource,
  createConfigMapClient,
  createNamespaceClient,
  createPodClient,
  namespaceResource,
  podResource,
} from '@vmgen/kubernetes/core/v1';
import { child } from '../children/children.js';
import {
  configMapOf,
  delayWatches,
  settle,
  siteResource,
  startManager,
  startSiteController,
  type SiteController,
  type StartOptions,
} from '../site.test.helper.js';
import type { CachedKinds, Definitions, TypedKinds } from '../caches/cached-kinds.js';

/** A controller whose watches can be stopped for a while. */
async function startHeld<const Kinds extends CachedKinds, D extends Definitions>(
  t: TestContext,
  kinds: Kinds & TypedKinds<D, Kinds>,
  options: StartOptions = {},
) {
  const clock = createFakeClock();
  const registry = createPrometheusRegistry();
  let held = Promise.resolve();
  let release = (): void => {};
  const own = await startSiteController<Kinds, D>(t, kinds, {
    clock,
    metrics: registry.metrics,
    ...options,
    through: (fake) => delayWatches(fake, () => held),
  });
  t.after(() => release());
  return {
    ...own,
    clock,
    hold: () => {
      held = new Promise((resolve) => (release = resolve));
    },
    release: async () => {
      held = Promise.resolve();
      release();
      await settle();
    },
    counter: async (name: string) => {
      const line = (await registry.text()).split('\n').find((each) => each.startsWith(`${name}{`));
      return Number(line?.split(' ')[1]);
    },
  };
}

const pods = (own: Pick<SiteController<CachedKinds>, 'fake'>) =>
  createPodClient(own.fake, 'default');
const podSpec = { containers: [{ name: 'main', image: 'nginx:1.29' }] };

describe('a reconcile', () => {
  test('reads what it has created, changed and deleted', async (t) => {
    const { reconcile, owned, hold, fake } = await startHeld(t, { configMaps: configMapResource });
    const { configMaps } = owned;
    await createConfigMapClient(fake, 'default').create({ metadata: { name: 'old' } });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      const client = createConfigMapClient(transport, 'default');
      await client.create({ metadata: { name: 'new', labels: { app: 'web' } } });
      assert.equal(configMaps.list('app=web').length, 1);
      await client.mergePatch('old', { data: { key: 'value' } });
      assert.deepEqual(configMaps.get('default/old').data, { key: 'value' });
      await client.delete('old');
      assert.equal(configMaps.find('default/old'), undefined);
      await client.delete('new');
      assert.deepEqual(configMaps.list(), []);
    });
  });

  test('does not read the objects of a deleted collection', async (t) => {
    const { reconcile, owned, hold, fake, counter, release } = await startHeld(t, {
      configMaps: configMapResource,
    });
    const client = createConfigMapClient(fake, 'default');
    await client.create({ metadata: { name: 'a', labels: { app: 'web' } } });
    await client.create({ metadata: { name: 'b', labels: { app: 'web' } } });
    await client.create({ metadata: { name: 'other' } });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      const own = createConfigMapClient(transport, 'default');
      await own.deleteCollection({}, { labelSelector: 'app=web' });
      assert.deepEqual(namesOf(owned.configMaps), ['other']);
    });
    let isNext = false;
    const next = reconcile(async () => {
      isNext = true;
    });
    await settle();
    assert.equal(isNext, false);
    assert.equal(await counter('vmgen_reconcile_cache_waits_total'), 1);
    await release();
    await next;
  });

  test('waits for a list after a collection was deleted whose objects have finalizers', async (t) => {
    const { reconcile, owned, hold, release, fake } = await startHeld(t, {
      configMaps: configMapResource,
    });
    const client = createConfigMapClient(fake, 'default');
    await client.create({ metadata: { name: 'kept', finalizers: ['example.com/keep'] } });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      await createConfigMapClient(transport, 'default').deleteCollection();
    });
    let isDeleting: boolean | undefined;
    const next = reconcile(async () => {
      const { metadata } = owned.configMaps.get('default/kept');
      isDeleting = metadata.deletionTimestamp !== undefined;
    });
    await settle();
    assert.equal(isDeleting, undefined);
    await release();
    await next;
    assert.equal(isDeleting, true);
  });

  test('reads an object of a deleted collection to which another client adds a finalizer', async (t) => {
    const { reconcile, owned, hold, release, fake } = await startHeld(t, {
      configMaps: configMapResource,
    });
    const client = createConfigMapClient(fake, 'default');
    await client.create({ metadata: { name: 'kept' } });
    await settle();
    hold();
    fake.prependReactor({ verb: 'deletecollection', resource: 'configmaps' }, async () => {
      const answer = await client.list();
      await client.mergePatch('kept', { metadata: { finalizers: ['example.com/keep'] } });
      await client.delete('kept');
      return { ...answer, apiVersion: 'v1', kind: 'ConfigMapList' };
    });
    await reconcile(async (_site, { transport }) => {
      await createConfigMapClient(transport, 'default').deleteCollection();
      assert.equal(owned.configMaps.find('default/kept'), undefined);
    });
    await release();
    assert.ok(owned.configMaps.get('default/kept').metadata.deletionTimestamp);
  });

  test('does not read the answer to a dry run', async (t) => {
    const { reconcile, owned, hold, fake } = await startHeld(t, { configMaps: configMapResource });
    await createConfigMapClient(fake, 'default').create({ metadata: { name: 'old' } });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      const client = createConfigMapClient(transport, 'default');
      const dryRun = true;
      await client.create({ metadata: { name: 'new' } }, { dryRun });
      await client.delete('old', { dryRun });
      const path = '/api/v1/namespaces/default/configmaps/old?dryRun=All';
      await transport.request({ method: 'DELETE', path });
    });
    assert.deepEqual(
      owned.configMaps.list().map(({ metadata }) => metadata.name),
      ['old'],
    );
  });

  test('reads an object whose deletion a finalizer delays, until its release', async (t) => {
    const { reconcile, owned, hold, fake } = await startHeld(t, { configMaps: configMapResource });
    const metadata = { name: 'old', finalizers: ['example.com/keep'] };
    await createConfigMapClient(fake, 'default').create({ metadata });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      const client = createConfigMapClient(transport, 'default');
      await client.delete('old');
      assert.notEqual(owned.configMaps.get('default/old').metadata.deletionTimestamp, undefined);
      await client.mergePatch('old', { metadata: { finalizers: null } });
      assert.equal(owned.configMaps.find('default/old'), undefined);
    });
  });

  test('does not read a deleted object that is the answer to its deletion', async (t) => {
    const own = await startHeld(t, { pods: podResource });
    const { reconcile, owned, hold } = own;
    await pods(own).create({ metadata: { name: 'a' }, spec: podSpec });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      await createPodClient(transport, 'default').delete('a', { gracePeriodSeconds: 0 });
      assert.equal(owned.pods.find('default/a'), undefined);
    });
  });

  test('still reads a namespace that is being emptied', async (t) => {
    const { reconcile, owned, hold, fake } = await startHeld(t, { namespaces: namespaceResource });
    const client = createNamespaceClient(fake);
    await client.create({ metadata: { name: 'extra' } });
    await createConfigMapClient(fake, 'extra').create({
      metadata: { name: 'kept', finalizers: ['example.com/keep'] },
    });
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      await createNamespaceClient(transport).delete('extra');
      assert.notEqual(owned.namespaces.find('extra')?.metadata.deletionTimestamp, undefined);
    });
  });

  test('does not read the answers of other kinds as objects', async (t) => {
    const own = await startHeld(t, { pods: podResource });
    const { reconcile, owned, hold } = own;
    await pods(own).create({ metadata: { name: 'a' }, spec: podSpec });
    await settle();
    hold();
    const before = owned.pods.list();
    await reconcile(async (_site, { transport }) => {
      const path = '/api/v1/namespaces/default/pods/a/eviction';
      const body = JSON.stringify({
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'a', namespace: 'default' },
        deleteOptions: { dryRun: ['All'] },
      });
      const headers = { 'content-type': 'application/json' };
      await transport.request({ method: 'POST', path, body, headers });
      assert.deepEqual(owned.pods.list(), before);
    });
  });

  test('reads an object whose change was not in the answer', async (t) => {
    const own = await startHeld(t, {
      pods: podResource,
      deployments: deploymentResource,
      old: horizontalPodAutoscalerResource,
    });
    const { reconcile, owned, hold, fake } = own;
    await pods(own).create({ metadata: { name: 'a' }, spec: podSpec });
    await pods(own).create({ metadata: { name: 'b' }, spec: podSpec });
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: podSpec };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    await createDeploymentClient(fake, 'default').create({ metadata: { name: 'web' }, spec });
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const scaler = { metadata: { name: 'web' }, spec: { maxReplicas: 2, scaleTargetRef } };
    await createHorizontalPodAutoscalerClient(fake, 'default').create(scaler);
    await settle();
    hold();
    await reconcile(async (_site, { transport }) => {
      await createPodAccess(transport, { namespace: 'default' }).evict('a');
      const metadata = createMetadataClient(transport, podResource, { namespace: 'default' });
      await metadata.mergePatch('b', { metadata: { labels } });
      const replicas = { spec: { replicas: 3 } };
      await createDeploymentClient(transport, 'default').patchScale('web', replicas);
      const newer = createHorizontalPodAutoscalerClient(transport, 'default');
      await newer.mergePatch('web', { spec: { maxReplicas: 5 } });
      await settle();
      assert.deepEqual(namesOf(owned.pods), ['b']);
      assert.deepEqual(owned.pods.get('default/b').metadata.labels, labels);
      assert.equal(owned.deployments.get('default/web').spec?.replicas, 3);
      assert.equal(owned.old.get('default/web').spec?.maxReplicas, 5);
    });
  });

  test('updates every cache of a kind with an object of its own', async (t) => {
    const { reconcile, owned, hold } = await startHeld(t, {
      all: configMapResource,
      web: { resource: configMapResource, labelSelector: 'app=web' },
      names: { resource: configMapResource, metadataOnly: true },
      one: { resource: configMapResource, fieldSelector: 'metadata.name=one' },
    });
    hold();
    await reconcile(async (_site, { transport }) => {
      const client = createConfigMapClient(transport, 'default');
      await client.create({ metadata: { name: 'a', labels: { app: 'web' } }, data: { k: 'v' } });
      await client.create({ metadata: { name: 'b' } });
      assert.deepEqual(namesOf(owned.all), ['a', 'b']);
      assert.deepEqual(namesOf(owned.web), ['a']);
      assert.deepEqual(namesOf(owned.names), ['a', 'b']);
      assert.deepEqual(namesOf(owned.one), []);
      assert.notEqual(owned.all.find('default/a'), owned.web.find('default/a'));
      const metadataOnly: object = owned.names.get('default/a');
      assert.deepEqual(Object.keys(metadataOnly).toSorted(), ['apiVersion', 'kind', 'metadata']);
      // An own object that leaves the selection before the watch has delivered it.
      await client.mergePatch('a', { metadata: { labels: { app: 'db' } } });
      assert.deepEqual(namesOf(owned.web), []);
    });
  });
});

function namesOf(reader: { list(): { readonly metadata: { readonly name: string } }[] }): string[] {
  return reader
    .list()
    .map(({ metadata }) => metadata.name)
    .toSorted();
}

describe('the next reconcile of a key', () => {
  test('waits until the caches have received its writes', async (t) => {
    const own = await startHeld(t, { configMaps: configMapResource });
    const { reconcile, owned, hold, release, counter, clock, fake } = own;
    hold();
    await reconcile((site, { children }) =>
      children.apply(child(owned.configMaps, configMapOf(site))),
    );
    await createConfigMapClient(fake, 'default').create({ metadata: { name: 'foreign' } });
    let seen: string[] | undefined;
    const next = reconcile(async () => {
      seen = namesOf(owned.configMaps);
    });
    await settle();
    await clock.advance(9_999);
    assert.equal(seen, undefined);
    assert.equal(await counter('vmgen_reconcile_cache_waits_total'), 1);
    await release();
    await next;
    assert.deepEqual(seen, ['foreign', 'shop']);
    assert.equal(await counter('vmgen_reconcile_cache_wait_timeouts_total'), 0);
  });

  test('starts after 10 s although a cache is behind', async (t) => {
    const own = await startHeld(t, { configMaps: configMapResource });
    const { reconcile, owned, hold, counter, clock } = own;
    hold();
    await reconcile((site, { children }) =>
      children.apply(child(owned.configMaps, configMapOf(site))),
    );
    let starts = 0;
    const next = reconcile(async () => {
      starts++;
    });
    await settle();
    await clock.advance(10_000);
    await next;
    await clock.advance(60_000);
    assert.equal(starts, 1);
    assert.equal(await counter('vmgen_reconcile_cache_wait_timeouts_total'), 1);
  });

  test('does not wait for objects that the field selector of a cache excludes', async (t) => {
    const { reconcile, hold, counter } = await startHeld(t, {
      one: { resource: configMapResource, fieldSelector: 'metadata.name=one' },
    });
    hold();
    await reconcile((_site, { transport }) =>
      createConfigMapClient(transport, 'default').create({ metadata: { name: 'other' } }),
    );
    await reconcile(async () => {});
    assert.equal(await counter('vmgen_reconcile_cache_waits_total'), 0);
  });

  test('starts at once after a reconcile without a write', async (t) => {
    const { reconcile, hold, counter } = await startHeld(t, { configMaps: configMapResource });
    hold();
    await reconcile(async () => {});
    await reconcile(async () => {});
    assert.equal(await counter('vmgen_reconcile_cache_waits_total'), 0);
  });

  test('waits for a write that ends after its reconcile', async (t) => {
    const own = await startHeld(t, { configMaps: configMapResource });
    const { reconcile, owned, hold, release, fake } = own;
    hold();
    let late = Promise.resolve<unknown>(undefined);
    let answer = (): void => {};
    fake.prependReactor({ verb: 'create', resource: 'configmaps' }, async ({ body }) => {
      const { metadata } = body as { metadata: { name: string } };
      if (metadata.name === 'late') await new Promise<void>((resolve) => (answer = resolve));
      return undefined;
    });
    await reconcile(async (_site, { transport }) => {
      const client = createConfigMapClient(transport, 'default');
      await client.create({ metadata: { name: 'soon' } });
      late = client.create({ metadata: { name: 'late' } });
    });
    let seen: string[] | undefined;
    const next = reconcile(async () => {
      seen = namesOf(owned.configMaps);
    });
    await settle();
    answer();
    await late;
    await settle();
    assert.equal(seen, undefined);
    await release();
    await next;
    assert.deepEqual(seen, ['late', 'soon']);
  });
});

test('stops while a reconcile is withheld', async (t) => {
  const own = await startHeld(t, { configMaps: configMapResource });
  own.hold();
  await own.reconcile((site, { children }) =>
    children.apply(child(own.owned.configMaps, configMapOf(site))),
  );
  void own.reconcile(async () => assert.fail('it must not run'));
  await settle();
  await own.stop();
  assert.equal(own.clock.pendingTimers, 0);
});

test('does not run a withheld reconcile after the Lease was lost', async (t) => {
  const own = await startHeld(
    t,
    { configMaps: configMapResource },
    { leaderElection: { leaseNamespace: 'default' } },
  );
  const { clock, fake, running } = own;
  own.hold();
  await own.reconcile((site, { children }) =>
    children.apply(child(own.owned.configMaps, configMapOf(site))),
  );
  void own.reconcile(async () => assert.fail('it must not run'));
  await settle();
  assert.equal(await own.counter('vmgen_reconcile_cache_waits_total'), 1);
  const lost = assert.rejects(running, { name: 'LeadershipLostError' });
  const leases = createLeaseClient(fake, 'default');
  await leases.mergePatch('site-operator', { spec: { holderIdentity: 'other' } });
  await clock.advance(5_000);
  await lost;
  await own.release();
  assert.equal(clock.pendingTimers, 0, 'the limit of the wait is canceled');
  assert.equal(await own.counter('vmgen_reconcile_cache_wait_timeouts_total'), 0);
});

describe('children of an object whose deletion its cache has not received', () => {
  for (const propagationPolicy of ['Background', 'Foreground'] as const) {
    test(`are not created again and again (${propagationPolicy})`, async (t) => {
      const clock = createFakeClock();
      let held = Promise.resolve();
      let release = (): void => {};
      const { fake, sites, writes, manager } = await startManager(
        t,
        (own) => {
          const kinds = own.cache({ shops: siteResource, configMaps: configMapResource });
          own
            .controller(kinds.shops)
            .owns(kinds.configMaps)
            .reconcile(async (site, { children, status }) => {
              await children.apply(child(kinds.configMaps, configMapOf(site)));
              await status.set({ url: 'a' });
            });
        },
        {
          clock,
          through: (own) => {
            const late = delayWatches(own, () => held);
            return interceptTransport(own, [
              (request, next) =>
                request.path.includes('/sites') ? late.request(request) : next(request),
            ]);
          },
        },
      );
      await clock.advance(1_000);
      await sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
      await clock.advance(5_000);
      const configMaps = createConfigMapClient(fake, 'default');
      // Somebody deletes a child of an object that exists.
      writes();
      await configMaps.delete('shop');
      await clock.advance(1_000);
      assert.equal((await configMaps.list()).items.length, 1);
      held = new Promise((resolve) => (release = resolve));
      writes();
      await sites.delete('shop', { propagationPolicy });
      for (let second = 0; second < 40; second++) await clock.advance(1_000);
      const applied = writes().filter((write) => write === 'patch configmaps/shop');
      assert.ok(applied.length <= 1, `${applied.length} applies`);
      assert.deepEqual((await configMaps.list()).items, []);
      release();
      await clock.advance(1_000);
      assert.equal(manager.describe().caches[0]?.objects, 0);
    });
  }
});

describe('a write whose answer is lost', () => {
  test('is not repeated before the cache has listed the newest state', async (t) => {
    const clock = createFakeClock();
    let held = Promise.resolve();
    let release = (): void => {};
    let losesAnswers = false;
    const { fake, sites } = await startManager(
      t,
      (manager) => {
        const kinds = manager.cache({ shops: siteResource, configMaps: configMapResource });
        manager.controller(kinds.shops).reconcile(async (_site, { transport }) => {
          if (kinds.configMaps.list().length > 0) return;
          await createConfigMapClient(transport, 'default').create({
            metadata: { generateName: 'shop-' },
          });
        });
      },
      {
        clock,
        through: (own) => {
          const late = delayWatches(own, () => held);
          return interceptTransport(own, [
            async (request, next) => {
              if (!request.path.includes('/configmaps')) return next(request);
              const response = await late.request(request);
              if (!losesAnswers || request.method !== 'POST') return response;
              losesAnswers = false;
              throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
            },
          ]);
        },
      },
    );
    await clock.advance(1_000);
    losesAnswers = true;
    held = new Promise((resolve) => (release = resolve));
    await sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
    await clock.advance(5_000);
    const created = () => createConfigMapClient(fake, 'default').list();
    assert.equal((await created()).items.length, 1);
    held = Promise.resolve();
    release();
    await clock.advance(60_000);
    assert.equal((await created()).items.length, 1);
  });
});
