import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { deploymentResource } from '@vmgen/kubernetes/apps/v1';
import {
  configMapResource,
  createConfigMapClient,
  nodeResource,
  type ConfigMap,
  type Node,
} from '@vmgen/kubernetes/core/v1';
import { createResourceClient, interceptTransport, silentLogger } from '@vmgen/runtime';
import type { Cached, CachedReader, Logger, Persisted } from '@vmgen/runtime';
import type { PartialObjectMetadata } from '@vmgen/runtime/client';
import { createFakeClock } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import { createManager } from '../operator-manager.js';
import {
  createChannel,
  settle,
  siteCrd,
  siteResource,
  startManager,
  until,
  type Site,
} from '../site.test.helper.js';

const names = (reader: { list(): readonly { metadata: { name: string } }[] }): string[] =>
  reader
    .list()
    .map(({ metadata }) => metadata.name)
    .toSorted();

describe('cache', () => {
  test('returns readers with different selectors of one kind, and caches nothing else', async (t) => {
    const fake = createFakeTransport();
    const client = createConfigMapClient(fake, 'default');
    await client.create({ metadata: { name: 'a', labels: { app: 'web' } }, data: { k: 'v' } });
    await client.create({ metadata: { name: 'b' }, data: { k: 'v' } });
    await createConfigMapClient(fake, 'kube-system').create({ metadata: { name: 'c' } });
    let readers = undefined as ReturnType<typeof declare> | undefined;
    const declare = (manager: Parameters<Parameters<typeof startManager>[1]>[0]) =>
      manager.cache({
        all: configMapResource,
        web: { resource: configMapResource, labelSelector: 'app=web' },
        one: { resource: configMapResource, fieldSelector: 'metadata.name=b' },
        system: { resource: configMapResource, namespaces: ['kube-system'] },
        metadata: { resource: configMapResource, metadataOnly: true },
        small: {
          resource: configMapResource,
          transform: (map) => ({ ...map, data: { small: 'yes' } }),
          indexers: { byValue: ({ data = {} }) => Object.values(data) },
        },
      });
    const { stop, manager } = await startManager(
      t,
      (own) => void (readers = declare(own)),
      {},
      fake,
    );
    await until(() => manager.describe().caches.every(({ hasSynced }) => hasSynced));
    assert.ok(readers);
    assert.deepEqual(names(readers.all).slice(0, 2), ['a', 'b']);
    assert.deepEqual(names(readers.web), ['a']);
    assert.deepEqual(names(readers.one), ['b']);
    assert.deepEqual(names(readers.system), ['c']);
    assert.throws(() => readers?.system.find('default/a'), { code: 'ERR_VMGEN_ARGUMENT' });
    assert.deepEqual(Object.keys(readers.metadata.get('default/a')).toSorted(), [
      'apiVersion',
      'kind',
      'metadata',
    ]);
    assert.equal(readers.small.byIndex('byValue', 'yes').length, readers.all.list().length);
    const watched = fake.actions.filter(({ verb }) => verb === 'watch');
    assert.deepEqual([...new Set(watched.map(({ resource }) => resource))], ['configmaps']);
    await stop();
    await fake.close();
  });

  test('lets a kind join when it is served, leave and join again', async (t) => {
    const clock = createFakeClock();
    const fake = createFakeTransport({ clock });
    const runs: string[] = [];
    const warnings: string[] = [];
    const logger: Logger = {
      ...silentLogger,
      warn: (message) => warnings.push(message),
      with: () => logger,
    };
    const { stop, manager } = await startManager(
      t,
      (own) => {
        const { sites, maps } = own.cache({
          sites: { resource: siteResource, whereServed: true },
          maps: configMapResource,
        });
        own
          .controller(maps)
          .watches(sites, { keysOf: () => ['default/run'] })
          .reconcile(async ({ metadata }) => {
            if (metadata.name === 'run') runs.push(names(sites).join());
          });
      },
      { clock, logger },
      fake,
    );
    await createConfigMapClient(fake, 'default').create({ metadata: { name: 'run' } });
    await clock.advance(60_000);
    await until(() => runs.length > 0);
    assert.deepEqual(runs.splice(0), [''], 'the manager has started, and reads find nothing');
    const state = () => manager.describe().caches.find(({ name }) => name === 'sites');
    assert.equal(state()?.hasSynced, false);
    assert.deepEqual(warnings, []);

    const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
    const definitions = {
      method: 'DELETE',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/sites.web.example.com',
    } as const;
    for (const name of ['a', 'b']) {
      fake.server.installCustomResourceDefinition(siteCrd);
      await sites.create({ metadata: { name }, spec: { html: '' } });
      await clock.advance(120_000);
      assert.equal(runs.at(-1), name);
      await fake.request(definitions);
      await clock.advance(60_000);
      assert.equal(runs.at(-1), '', 'the objects are gone');
      assert.equal(state()?.objects, 0);
    }
    assert.deepEqual(warnings, ['the kind is not served any more; its cache keeps the last state']);
    await stop();
    await fake.close();
  });

  test('an object of an optional kind is not gone before the first list', async (t) => {
    const clock = createFakeClock();
    const keys = createChannel<string>();
    const calls: string[] = [];
    let isFailing = true;
    const { sites } = await startManager(
      t,
      (own) => {
        const { all } = own.cache({ all: { resource: siteResource, whereServed: true } });
        own
          .controller(all, { onGone: async ({ key }) => void calls.push(`gone ${key.name}`) })
          .source('keys', keys.read)
          .reconcile(async ({ metadata }) => void calls.push(metadata.name));
      },
      {
        clock,
        through: (fake) =>
          interceptTransport(fake, [
            (sent, next) => {
              if (isFailing && sent.path.includes('/sites?')) throw new Error('cut');
              return next(sent);
            },
          ]),
      },
    );
    await sites.create({ metadata: { name: 'shop' }, spec: { html: '' } });
    keys.send('default/shop');
    keys.send('default/absent');
    await clock.advance(10_000);
    assert.deepEqual(calls, []);
    isFailing = false;
    await clock.advance(60_000);
    assert.deepEqual([...new Set(calls)].sort(), ['gone absent', 'shop']);
  });

  test('refuses a name that has another declaration', () => {
    const manager = createManager(createFakeTransport(), { name: 'operator' });
    const byName = ({ metadata }: Cached<ConfigMap>) => [metadata.name];
    manager.cache({ maps: { resource: configMapResource, indexers: { byName } } });
    const message =
      'the cache "maps" is declared twice, with other objects or options; use another name, or the same declaration to share the cache';
    const refused = { code: 'ERR_VMGEN_ARGUMENT', message };
    assert.throws(() => manager.cache({ maps: deploymentResource }), refused);
    const resource = configMapResource;
    for (const options of [
      { labelSelector: 'a' },
      { fieldSelector: 'metadata.name=a' },
      { namespace: 'a' },
      { namespaces: ['a'] },
      { whereServed: true },
      { sharded: false },
    ]) {
      assert.throws(() => manager.cache({ maps: { resource, ...options } }), refused);
    }
    assert.throws(() => manager.cache({ maps: { resource, metadataOnly: true } }), refused);
    assert.throws(() => manager.cache({ maps: { resource, transform: (map) => map } }), refused);
    assert.throws(() => manager.cache({ maps: { resource, indexers: { byName: () => [] } } }), {
      code: 'ERR_VMGEN_ARGUMENT',
      message:
        'the index "byName" of the cache "maps" is declared twice, with another function; use another name, or share the function',
    });
  });

  test('shares the cache of equal declarations, with the indexes of all', async (t) => {
    const byKey = ({ data = {} }: Cached<ConfigMap>) => Object.keys(data);
    const byValue = ({ data = {} }: Cached<ConfigMap>) => Object.values(data);
    const resource = configMapResource;
    const readers: CachedReader<ConfigMap>[] = [];
    const { fake } = await startManager(t, (own) => {
      const first = own.cache({ maps: { resource, labelSelector: 'a', indexers: { byKey } } });
      const second = own.cache({
        maps: { resource, labelSelector: 'a', indexers: { byKey, byValue } },
        all: resource,
      });
      readers.push(first.maps, second.maps, second.all);
    });
    const configMaps = createConfigMapClient(fake, 'default');
    await configMaps.create({ metadata: { name: 'x', labels: { a: '' } }, data: { key: 'value' } });
    await settle();
    const [maps, shared, all] = readers;
    assert.ok(maps);
    assert.equal(maps, shared);
    assert.notEqual(maps, all);
    assert.deepEqual(names({ list: () => maps.byIndex('byKey', 'key') }), ['x']);
    assert.deepEqual(names({ list: () => maps.byIndex('byValue', 'value') }), ['x']);
  });

  test('refuses reads before the first list', async () => {
    const manager = createManager(createFakeTransport(), { name: 'operator' });
    const { maps } = manager.cache({ maps: configMapResource });
    assert.throws(() => maps.list(), { code: 'ERR_VMGEN_STATE' });
    await settle();
  });

  test('has types that exclude undeclared kinds and other children', () => {
    const manager = createManager(createFakeTransport(), { name: 'operator' });
    const kinds = manager.cache({
      maps: configMapResource,
      deployments: deploymentResource,
      few: { resource: configMapResource, metadataOnly: true },
    });
    // @ts-expect-error -- the kind is not declared
    assert.equal(kinds.secrets, undefined);
    const metadata = { name: 'a' };
    child(kinds.maps, { metadata, data: { key: 'value' } });
    // @ts-expect-error -- a ConfigMap has no spec
    child(kinds.maps, { metadata, spec: {} });
    // @ts-expect-error -- the content of a Deployment is no content of a ConfigMap
    child(kinds.deployments, { metadata, data: { key: 'value' } });
    const read = () => kinds.few.get('default/a');
    // @ts-expect-error -- only the metadata is cached
    const field: keyof ReturnType<typeof read> = 'data';
    assert.equal(field, 'data');
    assert.throws(read, { code: 'ERR_VMGEN_STATE' });
    const typed = manager.cache({
      nodes: { resource: nodeResource, indexers: { byZone: ({ spec }) => [spec?.podCIDR ?? ''] } },
      named: {
        resource: configMapResource,
        indexers: { byNamespace: ({ metadata }) => [metadata.namespace] },
      },
      metadata: {
        resource: configMapResource,
        metadataOnly: true,
        transform: (object) => ({ ...object, metadata: { ...object.metadata, labels: {} } }),
        indexers: { byLabel: ({ metadata }) => Object.keys(metadata.labels ?? {}) },
      },
      annotated: {
        resource: configMapResource,
        transform: (map: Persisted<ConfigMap>) => map,
        indexers: { byValue: (map: Cached<ConfigMap>) => Object.values(map.data ?? {}) },
      },
    });
    const readers: {
      readonly nodes: CachedReader<Node, 'Cluster'>;
      readonly named: CachedReader<ConfigMap, 'Namespaced'>;
      readonly metadata: CachedReader<PartialObjectMetadata, 'Namespaced'>;
      readonly annotated: CachedReader<ConfigMap, 'Namespaced'>;
    } = typed;
    assert.equal(Object.keys(readers).length, 4);
    const indexed = {
      declared: () => typed.nodes.byIndex('byZone', 'a'),
      metadata: () => typed.metadata.byIndex('byLabel', 'a'),
      namespace: () => kinds.maps.byIndex('namespace', 'default'),
      // @ts-expect-error -- the name is misspelled
      misspelled: () => typed.nodes.byIndex('byZones', 'a'),
      // @ts-expect-error -- the cache has no index of this name
      undeclared: () => kinds.maps.byIndex('byZone', 'a'),
      // @ts-expect-error -- a cluster-scoped kind has no namespaces
      cluster: () => typed.nodes.byIndex('namespace', 'default'),
    };
    for (const read of Object.values(indexed)) assert.throws(read, { code: 'ERR_VMGEN_STATE' });
    const resource = configMapResource;
    const bySpec = ({ spec }: Cached<Site>) => [spec.html];
    // @ts-expect-error -- the object of another kind
    manager.cache({ a: { resource, indexers: { bySpec } } });
    // @ts-expect-error -- an index function returns strings
    manager.cache({ b: { resource, indexers: { byData: ({ data }) => [data] } } });
    // @ts-expect-error -- only the metadata is cached
    manager.cache({ c: { resource, metadataOnly: true, transform: ({ data }) => ({ data }) } });
    // @ts-expect-error -- the object of another kind
    manager.cache({ d: { resource, transform: (map: Node) => map } });
    // @ts-expect-error -- the option does not exist
    manager.cache({ e: { resource, labelSelectors: 'app=web' } });
    // @ts-expect-error -- a cached object must not be changed
    const write = () => (kinds.maps.get('default/a').data = {});
    assert.throws(write, { code: 'ERR_VMGEN_STATE' });
  });
});
