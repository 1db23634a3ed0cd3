import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import {
  configMapResource,
  createConfigMapClient,
  createNamespaceClient,
} from '@vmgen/kubernetes/core/v1';
import { ApiError, createResourceClient, type KubernetesObject } from '@vmgen/runtime';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import type { TransportRequest } from '@vmgen/runtime/transport';
import { child } from '../children/children.js';
import type { Manager } from '../manager.js';
import { configMapOf, siteCrd, siteResource, startManager } from '../site.test.helper.js';

/** Two servers with these objects, and a manager of the first one until its server is restored to the second one. */
async function startWithBackup(
  t: TestContext,
  contents: {
    readonly before: readonly KubernetesObject[];
    readonly backup: readonly KubernetesObject[];
  },
  setUp: (manager: Manager, clock: FakeClock) => void,
) {
  const clock = createFakeClock();
  const create = (objects: readonly KubernetesObject[]) =>
    createFakeTransport({ crds: [siteCrd], objects: [...objects], clock });
  const [before, backup] = [create(contents.before), create(contents.backup)];
  t.after(() => Promise.all([before.close(), backup.close()]));
  let current = before;
  const through = () => ({ request: (request: TransportRequest) => current.request(request) });
  const { manager } = await startManager(t, (own) => setUp(own, clock), { clock, through }, before);
  const restore = async (): Promise<void> => {
    current = backup;
    await before.close();
  };
  await clock.advance(1_000);
  return { clock, before, backup, manager, restore };
}

const declareBoth = (manager: Manager) =>
  manager.cache({ sites: siteResource, configMaps: configMapResource });

test('a cache that the versions of a restored server have passed is listed when another one notices it', async (t) => {
  const contents = { before: [siteOf('shop')], backup: [siteOf('shop')] };
  const { clock, before, backup, manager, restore } = await startWithBackup(t, contents, (own) => {
    const { sites, configMaps } = declareBoth(own);
    own
      .controller(sites)
      .owns(configMaps)
      .reconcile(async (site, { children }) => {
        await children.apply(child(configMaps, configMapOf(site)));
      });
  });
  const sites = createResourceClient(before, siteResource, { namespace: 'default' });
  for (let label = 0; label < 40; label++) {
    await sites.mergePatch('shop', { metadata: { labels: { label: `${label}` } } });
  }
  await clock.advance(1_000);
  const versions = () => manager.describe().caches.map((each) => Number(each.resourceVersion));
  const [, known = NaN] = versions();
  for (let number = 0; number < 10; number++) {
    await createNamespaceClient(backup).create({ metadata: { name: `other-${number}` } });
  }
  const { metadata: newest } = await createNamespaceClient(backup).list();
  assert.ok(Number(newest.resourceVersion) > known, 'the versions have passed this cache');
  assert.ok(Number(newest.resourceVersion) < Number(versions()[0]), 'and not the other one');
  await restore();
  for (let second = 0; second < 120; second++) await clock.advance(1_000);
  const { data } = await createConfigMapClient(backup, 'default').get('shop');
  assert.deepEqual(data, { 'index.html': '1' });
  const lists = backup.actions.filter(({ verb }) => verb === 'list' || verb === 'watch');
  assert.ok(lists.length <= 12, `${lists.length} lists and watches`);
});

test('all objects are reconciled after a restore, whose loss of children may have caused no event', async (t) => {
  const reconciledMs: number[] = [];
  const contents = { before: [siteOf('shop')], backup: [siteOf('shop')] };
  const { clock, before, restore } = await startWithBackup(t, contents, (own, clock) => {
    const { sites } = own.cache({ sites: siteResource });
    own.controller(sites).reconcile(async ({ metadata }) => {
      if (metadata.name === 'shop') reconciledMs.push(clock.nowMs());
    });
  });
  const sites = createResourceClient(before, siteResource, { namespace: 'default' });
  await sites.create({ metadata: { name: 'other' }, spec: { html: '' } });
  await sites.delete('other');
  await clock.advance(1_000);
  assert.equal(reconciledMs.length, 1);
  await restore();
  for (let second = 0; second < 120; second++) await clock.advance(1_000);
  assert.equal(reconciledMs.length, 2);
});

test('all objects are reconciled after a restore although one kind cannot be listed any more', async (t) => {
  let reconciled = 0;
  const contents = { before: [siteOf('shop')], backup: [siteOf('shop')] };
  const { clock, before, backup, restore } = await startWithBackup(t, contents, (own) => {
    const { sites } = own.cache({
      sites: siteResource,
      maps: { resource: configMapResource, whereServed: true },
    });
    own.controller(sites).reconcile(async () => {
      reconciled++;
    });
  });
  const sites = createResourceClient(before, siteResource, { namespace: 'default' });
  await sites.create({ metadata: { name: 'other' }, spec: { html: '' } });
  await sites.delete('other');
  await clock.advance(1_000);
  reconciled = 0;
  const gone = new ApiError({ code: 404, reason: 'NotFound', message: 'not served' });
  backup.prependReactor({ verb: 'list', resource: 'configmaps' }, () => gone);
  backup.prependWatchReactor({ resource: 'configmaps' }, () => gone);
  await restore();
  for (let second = 0; second < 120; second++) await clock.advance(1_000);
  assert.equal(reconciled, 1);
});

/** What the server contains after the restore, and how a reconcile meets it. */
const CONTRADICTIONS: Readonly<
  Record<string, { readonly backup: readonly KubernetesObject[]; readonly deletesChild?: boolean }>
> = {
  'a conflict, because another object has its name': { backup: [siteOf('before')] },
  'that the object does not exist': { backup: [] },
  'another owner of a deleted child': {
    backup: [siteOf('before'), childOf('before')],
    deletesChild: true,
  },
};

function siteOf(uid: string) {
  const metadata = { name: 'shop', namespace: 'default', uid, generation: 1 };
  return { apiVersion: 'web.example.com/v1', kind: 'Site', metadata, spec: { html: '1' } };
}

function childOf(uid: string) {
  const owner = { apiVersion: 'web.example.com/v1', kind: 'Site', name: 'shop', uid };
  const ownerReferences = [{ ...owner, controller: true }];
  const metadata = { name: 'shop', namespace: 'default', ownerReferences };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

for (const [what, { backup, deletesChild = false }] of Object.entries(CONTRADICTIONS)) {
  test(`caches whose versions a restored server has passed are listed when it answers ${what}`, async (t) => {
    const contents = { before: [siteOf('after')], backup };
    const started = await startWithBackup(t, contents, (own, clock) => {
      const { sites, configMaps } = declareBoth(own);
      own
        .controller(sites)
        .owns(configMaps)
        .every(30_000)
        .reconcile(async (site, { children, status }) => {
          await children.apply(child(configMaps, configMapOf(site)));
          if (!deletesChild) await status.set({ url: `${clock.nowMs()}` });
        });
    });
    const { clock, backup: restored, manager, restore } = started;
    const known = Math.max(
      ...manager.describe().caches.map((each) => Number(each.resourceVersion)),
    );
    const namespaces = createNamespaceClient(restored);
    for (let version = 0; version <= known;) {
      const { metadata } = await namespaces.create({ metadata: { generateName: 'other-' } });
      version = Number(metadata.resourceVersion);
    }
    await restore();
    await clock.advance(1_000);
    const configMaps = createConfigMapClient(restored, 'default');
    if (deletesChild) await configMaps.delete('shop');
    for (let second = 0; second < 60; second++) await clock.advance(1_000);
    const owners = (await configMaps.list()).items.map(({ metadata }) => metadata.ownerReferences);
    const expected = backup.length === 0 ? [] : ['before'];
    assert.deepEqual(
      owners.map((all) => all?.[0]?.uid),
      expected,
    );
    assert.deepEqual(
      manager.describe().caches.map(({ objects }) => objects),
      [expected.length, expected.length],
    );
    const lists = restored.actions.filter(({ verb }) => verb === 'list' || verb === 'watch');
    assert.ok(lists.length <= 12, `${lists.length} lists and watches`);
  });
}
