import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { createResourceClient } from '@vmgen/runtime';
import type { Cached, ReconcileResult, Transport } from '@vmgen/runtime';
import { child } from '../../children/children.js';
import type { Manager } from '../../manager.js';
import type { ControllerOptions, Finalizer } from '../../reconcile/controller-options.js';
import type { ObjectContext } from '../../reconcile/reconcile-context.js';
import { configMapOf, siteCrd, siteResource, type Site } from '../../site.test.helper.js';
import type { ExploreOptions } from './explore-options.js';

/** Records of a DNS provider, by name. */
class MemoryDns {
  #records = new Map<string, string>();
  #created = 0;

  get records(): readonly string[] {
    return [...this.#records.keys()];
  }

  /** Creates or changes a record. */
  async set(name: string, address: string): Promise<void> {
    this.#records.set(name, address);
  }

  /** Creates a record with a name of the provider, each time another one. */
  async create(name: string): Promise<string> {
    const id = `${name}-${++this.#created}`;
    this.#records.set(id, '10.0.0.1');
    return id;
  }

  /** Deletes a record. A record that does not exist is deleted. */
  async remove(name: string): Promise<void> {
    this.#records.delete(name);
  }

  /** As {@link remove}, for a provider that answers 404. */
  async removeExisting(name: string): Promise<void> {
    if (!this.#records.delete(name)) throw new Error(`there is no record ${name}`);
  }

  snapshot(): Record<string, string> {
    return Object.fromEntries(this.#records);
  }

  restore(records: Record<string, string>): void {
    this.#records = new Map(Object.entries(records));
    this.#created = this.records.length;
  }
}

export interface Outside {
  readonly dns: MemoryDns;
}

/** Deletes the record of a Site. */
const finalizerOf = (dns: MemoryDns): Finalizer<Site, 'Namespaced'> => ({
  name: 'web.example.com/dns',
  cleanUp: async ({ metadata }, { effect }) => effect(() => dns.remove(metadata.name)),
});

type Context = ObjectContext<Site, 'Namespaced'>;

/** What the reconciles of these tests use. */
interface Tools extends Context, Outside {
  /** Applies the ConfigMap of a site. */
  readonly applyPage: (site: Cached<Site>) => Promise<unknown>;
}

/** Declares an operator whose reconcile is `reconcile`. */
export const operatorOf =
  (
    reconcile: (site: Cached<Site>, tools: Tools) => Promise<ReconcileResult | void>,
    optionsOf: (outside: Outside) => ControllerOptions<Site, 'Namespaced'> = ({ dns }) => ({
      finalizer: finalizerOf(dns),
    }),
  ) =>
  (manager: Manager, outside: Outside): void => {
    const { sites, configMaps } = manager.cache({
      sites: siteResource,
      configMaps: configMapResource,
    });
    manager
      .controller(sites, optionsOf(outside))
      .owns(configMaps)
      .reconcile(async (site, context) => {
        const applyPage = (of: Cached<Site>) =>
          context.children.apply(child(configMaps, configMapOf(of)));
        return reconcile(site, { ...context, ...outside, applyPage });
      });
  };

export const ADDRESS = '10.0.0.1';
export const urlOf = ({ metadata }: Cached<Site>): string => `https://${metadata.name}`;

/** A correct operator: a ConfigMap, a record, and a status. */
export const correct = operatorOf(async (site, { applyPage, dns, effect, status }) => {
  await applyPage(site);
  await effect(() => dns.set(site.metadata.name, ADDRESS));
  await status.set({ url: urlOf(site) });
});

/** Sets the status before the record, and does nothing more once the status is set. */
export const forgetful = operatorOf(async (site, { applyPage, dns, effect, status }) => {
  await applyPage(site);
  if (site.status?.url !== undefined) return;
  await status.set({ url: urlOf(site) });
  await effect(() => dns.set(site.metadata.name, ADDRESS));
});

export const sitesOf = (server: Transport) =>
  createResourceClient(server, siteResource, { namespace: 'default' });
export const configMapsOf = (server: Transport) =>
  createResourceClient(server, configMapResource, { namespace: 'default' });

/** Options of an exploration of an operator that makes a ConfigMap and a record for each Site. */
export function sitesExplored(
  operator: (manager: Manager, outside: Outside) => void,
): ExploreOptions<FakeTransport, Outside> {
  const shop = { metadata: { name: 'shop' }, spec: { html: 'a' } } satisfies Partial<Site>;
  return {
    operator,
    server: (options) =>
      createFakeTransport({ ...options, crds: [siteCrd], garbageCollection: true }),
    outside: { dns: () => new MemoryDns() },
    workload: {
      create: ({ server }) => sitesOf(server).create(shop),
      change: ({ server }) => sitesOf(server).mergePatch('shop', { spec: { html: 'b' } }),
      repair: ({ server }) => configMapsOf(server).delete('shop'),
      delete: ({ server }) => sitesOf(server).delete('shop'),
    },
  };
}
