import { createFakeTransport } from '@vmgen/apiserver/fake';
import type { FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, secretResource } from '@vmgen/kubernetes/core/v1';
import type { ExploredWorld, ExploreOptions } from '@vmgen/manager/testing';
import { createResourceClient, isConditionTrue, isControlledBy } from '@vmgen/runtime';
import type { Condition, KubernetesObject } from '@vmgen/runtime';
import { siteCrdOf, siteResourceOf } from '../support/site-kind.js';

/** The kind of the operators: a web site with pages and a DNS record for its host. */
export interface Site extends KubernetesObject {
  spec: { host: string; pages: string[]; secretName: string; title?: string };
  status?: { host?: string; pages?: number; starts?: number; conditions?: Condition[] };
}

const GROUP = 'web.example.com';
export const siteResource = siteResourceOf<Site>(GROUP);

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;

const siteCrd = siteCrdOf(GROUP, { spec: anything, status: anything });

interface DnsRecord {
  readonly owner: string;
  /** Whether the provider serves it, which takes time. */
  isActive: boolean;
}

/** A DNS provider. A call that fails leaves everything as it was. */
export class Dns {
  #records = new Map<string, DnsRecord>();

  /** Returns the hosts of an owner, or of all. */
  async list(owner?: string): Promise<string[]> {
    return [...this.#records]
      .filter(([, each]) => owner === undefined || each.owner === owner)
      .map(([host]) => host);
  }

  async find(host: string): Promise<DnsRecord | undefined> {
    return this.#records.get(host);
  }

  /** Creates or changes a record. */
  async set(host: string, owner: string): Promise<void> {
    this.#records.set(host, { owner, isActive: false });
  }

  /** Creates a record, and fails if it exists. */
  async create(host: string, owner: string): Promise<void> {
    if (this.#records.has(host)) throw new Error(`409: the record ${host} already exists`);
    await this.set(host, owner);
  }

  /** Creates another record at each call, and returns its id, as providers do that allow several for a host. */
  async add(host: string, owner: string): Promise<string> {
    const id = `${host}#${this.#records.size + 1}`;
    await this.set(id, owner);
    return id;
  }

  /** Deletes a record, which need not exist. */
  async remove(host: string): Promise<void> {
    this.#records.delete(host);
  }

  /** Deletes a record, and fails if it does not exist. */
  async removeExisting(host: string): Promise<void> {
    if (!this.#records.delete(host)) throw new Error(`404: there is no record ${host}`);
  }

  /** For tests: the provider serves all records. */
  activate(): void {
    for (const each of this.#records.values()) each.isActive = true;
  }

  snapshot(): Record<string, DnsRecord> {
    return structuredClone(Object.fromEntries(this.#records));
  }

  restore(records: Record<string, DnsRecord>): void {
    this.#records = new Map(Object.entries(records));
  }
}

export interface Outside {
  readonly dns: Dns;
}

/** The methods of outside objects that change nothing. */
export const READS = ['dns.list', 'dns.find'];

export type SitesWorld = ExploredWorld<FakeTransport, Outside>;

interface HasServer {
  readonly server: FakeTransport;
}

export const sitesOf = ({ server }: HasServer) =>
  createResourceClient(server, siteResource, { namespace: 'default' });
export const pagesOf = ({ server }: HasServer) =>
  createResourceClient(server, configMapResource, { namespace: 'default' });
const secretsOf = ({ server }: HasServer) =>
  createResourceClient(server, secretResource, { namespace: 'default' });

const KEEP = 'example.com/keep';

/** The finalizers of a Site with or without one of another program. */
async function setKeep(world: SitesWorld, isKept: boolean): Promise<void> {
  const { metadata } = await sitesOf(world).get('shop-eu');
  const others = (metadata.finalizers ?? []).filter((each) => each !== KEEP);
  const finalizers = isKept ? [...others, KEEP] : others;
  await sitesOf(world).mergePatch('shop-eu', { metadata: { finalizers } });
}

/** What users do. `shop` and `shop-eu` are two parents; `notes` is a ConfigMap of somebody else. */
export const workload: Readonly<Record<string, (world: SitesWorld) => Promise<unknown>>> = {
  prepare: async (world) => {
    await secretsOf(world).create({ metadata: { name: 'theme' }, stringData: { colour: 'red' } });
    await pagesOf(world).create({
      metadata: { name: 'notes', labels: { site: 'shop', author: 'somebody' } },
      data: { text: 'mine' },
    });
  },
  create: (world) =>
    sitesOf(world).create({
      metadata: { name: 'shop' },
      spec: { host: 'shop.org', pages: ['home', 'about'], secretName: 'theme' },
    }),
  activate: async ({ outside }) => outside.dns.activate(),
  taken: async (world) => {
    await pagesOf(world).create({
      metadata: { name: 'shop-eu-home', labels: { author: 'somebody' } },
      data: { text: 'mine' },
    });
    await sitesOf(world).create({
      metadata: { name: 'shop-eu' },
      spec: { host: 'shop.eu', pages: ['home'], secretName: 'theme' },
    });
  },
  free: async (world) => {
    await pagesOf(world).delete('shop-eu-home');
    await world.advance(20_000);
    world.outside.dns.activate();
  },
  theme: (world) =>
    secretsOf(world).mergePatch('theme', {
      data: { colour: Buffer.from('blue').toString('base64') },
    }),
  shrink: (world) => sitesOf(world).mergePatch('shop', { spec: { pages: ['home'] } }),
  change: async (world) => {
    const sites = sitesOf(world);
    await sites.mergePatch('shop', { spec: { host: 'store.org' } });
    await world.advance(1_000);
    await sites.mergePatch('shop', { spec: { title: 'Store' } });
    world.outside.dns.activate();
  },
  repair: async (world) => {
    const shop = await sitesOf(world).get('shop');
    const page = (await pagesOf(world).list()).items.find((each) => isControlledBy(each, shop));
    await pagesOf(world).delete(page?.metadata.name ?? 'shop-home');
  },
  // The deletion is faster than a retry.
  hasty: async (world) => {
    await sitesOf(world).create({
      metadata: { name: 'blog' },
      spec: { host: 'shop.blog', pages: ['home'], secretName: 'theme' },
    });
    await world.advance(0);
    await sitesOf(world).delete('blog');
  },
  'delete shop-eu': async (world) => {
    await setKeep(world, true);
    await sitesOf(world).delete('shop-eu');
  },
  'release shop-eu': (world) => setKeep(world, false),
  delete: async (world) => {
    await secretsOf(world).delete('theme');
    await sitesOf(world).delete('shop');
    await pagesOf(world).delete('notes');
  },
};

/** The steps after which nothing is left that could be compared. */
export const LAST_STEPS = 3;

/** What an author of an operator promises, and also asserts in plain tests. */
export const promises: Readonly<Record<string, (world: SitesWorld) => Promise<boolean>>> = {
  'no record without a site': async (world) => {
    const names = (await sitesOf(world).list()).items.map(({ metadata }) => metadata.name);
    return Object.values(world.outside.dns.snapshot()).every(({ owner }) => names.includes(owner));
  },
  'a site is ready exactly if it has its pages and one active record': async (world) => {
    const maps = (await pagesOf(world).list()).items;
    const records = Object.values(world.outside.dns.snapshot());
    return (await sitesOf(world).list()).items
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .every((site) => {
        const pages = maps.filter((each) => isControlledBy(each, site));
        const own = records.filter(({ owner }) => owner === site.metadata.name);
        const [record] = own;
        const isComplete =
          pages.length === site.spec.pages.length && own.length === 1 && record?.isActive === true;
        return isComplete === isConditionTrue(site.status?.conditions, 'Ready');
      });
  },
  'a deleted site is gone unless somebody else keeps it': async (world) =>
    (await sitesOf(world).list()).items.every(
      ({ metadata: { deletionTimestamp, finalizers = [] } }) =>
        deletionTimestamp === undefined || finalizers.includes(KEEP),
    ),
  'a page of somebody else is kept': async (world) => {
    const maps = (await pagesOf(world).list()).items;
    const foreign = maps.filter(({ metadata }) => metadata.labels?.['author'] === 'somebody');
    const hasNotes = (await secretsOf(world).find('theme')) !== undefined;
    return (
      foreign.every(
        ({ metadata, data }) => metadata.ownerReferences === undefined && data?.['text'] === 'mine',
      ) &&
      (!hasNotes || foreign.some(({ metadata }) => metadata.name === 'notes'))
    );
  },
};

export const createServer = (options: Parameters<typeof createFakeTransport>[0]): FakeTransport =>
  createFakeTransport({ ...options, crds: [siteCrd], garbageCollection: true });

/** The exploration of an operator of Sites. */
export const sitesExplored = (
  operator: ExploreOptions<FakeTransport, Outside>['operator'],
): ExploreOptions<FakeTransport, Outside> => ({
  operator,
  server: createServer,
  outside: { dns: () => new Dns() },
  reads: READS,
  workload,
  atRest: promises,
  // The step `repair` deletes a page, and the operator creates it again.
  // In this order, most mutants are found by the fewest plans.
  faults: [
    'crash after',
    'lost before',
    'late',
    'conflict',
    'server error',
    'held watch',
    'lost after',
    'crash before',
  ],
});
