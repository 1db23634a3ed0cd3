import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { assertNoViolations, explore, type Exploration } from '@vmgen/manager/testing';
import { createResourceClient } from '@vmgen/runtime';
import { siteCrd, siteResource } from './site-resource.js';
import { addSiteController, type Dns } from './site.js';

class MemoryDns implements Dns {
  #records = new Map<string, string>();
  set = async (name: string, address: string) => void this.#records.set(name, address);
  remove = async (name: string) => void this.#records.delete(name);
  snapshot = () => [...this.#records];
  restore = (records: [string, string][]) => void (this.#records = new Map(records));
}

const sitesOf = ({ server }: { readonly server: FakeTransport }) =>
  createResourceClient(server, siteResource, { namespace: 'default' });

/** Explores the faults of the operator. Rejects if one of them changes the result. */
export async function exploreSite(maxPlans = Infinity): Promise<Exploration> {
  const exploration = await explore({
    operator: (manager, { dns }) => addSiteController(manager, dns),
    server: (options) =>
      createFakeTransport({ ...options, crds: [siteCrd], garbageCollection: true }),
    outside: { dns: () => new MemoryDns() },
    workload: {
      create: (world) => sitesOf(world).create({ metadata: { name: 'shop' }, spec: { html: 'a' } }),
      change: (world) => sitesOf(world).mergePatch('shop', { spec: { html: 'b' } }),
      delete: (world) => sitesOf(world).delete('shop'),
    },
    atRest: {
      'one record for each site': async (world) =>
        world.outside.dns.snapshot().length === (await sitesOf(world).list()).items.length,
    },
    maxPlans,
  });
  assertNoViolations(exploration);
  return exploration;
}
