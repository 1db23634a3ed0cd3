import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import type { Clock } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import { createFullClient } from '@vmgen/runtime/internal';
import { child } from '../../children/children.js';
import type { Manager } from '../../manager.js';
import type { Finalizer } from '../../reconcile/controller-options.js';
import { configMapOf, siteCrd, siteResource, type Site } from '../../site.test.helper.js';
import { explore, violationText, type ExploreOptions } from './explore.js';

/** Records of a DNS provider, by name. Deletions and creations are idempotent. */
class MemoryDns {
  #records: Record<string, string> = {};

  get records(): readonly string[] {
    return Object.keys(this.#records);
  }

  async set(name: string, address: string): Promise<void> {
    this.#records[name] = address;
  }

  async remove(name: string): Promise<void> {
    delete this.#records[name];
  }

  snapshot(): Record<string, string> {
    return { ...this.#records };
  }

  restore(records: Record<string, string>): void {
    this.#records = records;
  }
}

interface Outside extends Readonly<Record<string, object>> {
  readonly dns: MemoryDns;
}

const finalizerOf = (dns: MemoryDns): Finalizer<Site, 'Namespaced'> => ({
  name: 'web.example.com/dns',
  cleanUp: async ({ metadata }, { effect }) => effect(() => dns.remove(metadata.name)),
});

/** A correct operator: a ConfigMap, a record, and a status. */
function addSites(manager: Manager, { dns }: Outside): void {
  const { sites, configMaps } = manager.cache({
    sites: siteResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites, { finalizer: finalizerOf(dns) })
    .owns(configMaps)
    .reconcile(async (site, { children, effect, status }) => {
      await children.apply(child(configMaps, configMapOf(site)));
      await effect(() => dns.set(site.metadata.name, '10.0.0.1'));
      await status.set({ url: `https://${site.metadata.name}` });
    });
}

const sitesOf = (server: FakeTransport) => createFullClient(server, siteResource, 'default');

function optionsOf(
  operator: (manager: Manager, outside: Outside) => void,
): ExploreOptions<FakeTransport, Outside> {
  const shop = { metadata: { name: 'shop' }, spec: { html: 'a' } } satisfies Partial<Site>;
  return {
    operator,
    server: (options: { readonly clock: Clock; readonly random: Random }) =>
      createFakeTransport({ ...options, crds: [siteCrd], garbageCollection: true }),
    outside: { dns: () => new MemoryDns() },
    workload: {
      create: ({ server }) => sitesOf(server).create(shop),
      change: ({ server }) => sitesOf(server).mergePatch('shop', { spec: { html: 'b' } }),
      repair: ({ server }) => createFullClient(server, configMapResource, 'default').delete('shop'),
      delete: ({ server }) => sitesOf(server).delete('shop'),
    },
    recreates: ['ConfigMap'],
    atRest: {
      'no record without a site': async ({ server, outside }) =>
        outside.dns.records.length === (await sitesOf(server).list()).items.length,
    },
  };
}

test('a correct operator survives every fault', async () => {
  const { plans, violations, notTested } = await explore({
    ...optionsOf(addSites),
    pairs: true,
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans > 100);
  // After a crash, the operator repeats less: a second crash does not happen at each effect.
  assert.deepEqual(
    notTested.filter(({ faults }) => faults.length === 1),
    [],
  );
});

test('the same seed explores the same, byte for byte', async () => {
  const run = async (seed: number) =>
    JSON.stringify(await explore({ ...optionsOf(forgetful), seed, maxPlans: 40 }));
  const first = await run(1);
  assert.equal(await run(1), first);
  assert.match(first, /crash after/);
});

/** Sets the status before the record, and skips both if the status is current. */
function forgetful(manager: Manager, { dns }: Outside): void {
  const { sites, configMaps } = manager.cache({
    sites: siteResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites, { finalizer: finalizerOf(dns) })
    .owns(configMaps)
    .reconcile(async (site, { children, effect, status }) => {
      await children.apply(child(configMaps, configMapOf(site)));
      if (site.status?.url !== undefined) return;
      await status.set({ url: `https://${site.metadata.name}` });
      await effect(() => dns.set(site.metadata.name, '10.0.0.1'));
    });
}

test('a violation names the plan, the promise and who did what', async () => {
  const { violations } = await explore({ ...optionsOf(forgetful), faults: ['crash after'] });
  assert.equal(
    violations.map(violationText).join('\n\n'),
    `step "create", crash after: patch sites/status default/shop
  "no record without a site" does not hold at rest
  dns differs:
    - {
    - "shop": "10.0.0.1"
    - }
    + {}
      0.000 user       create
      0.000 operator 1 patch sites default/shop: 200
      0.000 operator 1 apply configmaps default/shop: 201
      0.000 operator 1 patch sites/status default/shop: executed, then crash after
      0.000 operator 2 starts`,
  );
});
