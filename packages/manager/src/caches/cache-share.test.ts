import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createConfigMapClient, createNamespaceClient } from '@vmgen/kubernetes/core/v1';
import { interceptTransport } from '@vmgen/runtime';
import { createFakeClock } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import { createManager } from '../operator-manager.js';
import type { Manager } from '../manager.js';
import type { ManagerOptions } from '../manager-options.js';
import { createSites } from '../election/sharding.test.helper.js';
import { configMapOf, configMapResource, siteCrd, siteResource } from '../site.test.helper.js';

const NAMESPACES = ['blue', 'green', 'red', 'yellow', 'white', 'black'];

/** Starts two members over one API server, and returns what they cache and have requested. */
async function runTwo(options: Partial<ManagerOptions>, sharesChildren: boolean) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  for (const namespace of NAMESPACES) {
    await createNamespaceClient(fake).create({ metadata: { name: namespace } });
    await createSites(fake, 5, namespace);
  }
  await createConfigMapClient(fake, 'blue').create({ metadata: { name: 'of-nobody' } });
  const lines: string[] = [];
  const info = (message: string): void => void lines.push(message);
  const logger = { info, warn: info, error: info, verbose: () => {}, with: () => logger };
  const stopping = new AbortController();
  const selectors = new Set<string>();
  const managers = ['a', 'b'].map((identity): Manager => {
    const transport = interceptTransport(fake, [
      (request, next) => {
        const url = new URL(request.path, 'http://localhost');
        const selector = url.searchParams.get('shardSelector');
        if (selector !== null) selectors.add(`${url.pathname} ${selector.split(',')[0]}`);
        return next(request);
      },
    ]);
    const manager = createManager(transport, {
      name: 'site-operator',
      clock,
      logger,
      leaderElection: { identity, leaseNamespace: 'default' },
      ...options,
    });
    const { sites, configMaps } = manager.cache({
      sites: siteResource,
      configMaps: { resource: configMapResource, sharded: sharesChildren },
    });
    manager
      .controller(sites)
      .owns(configMaps)
      .reconcile(async (site, { children }) => {
        await children.apply(child(configMaps, configMapOf(site)));
      });
    return manager;
  });
  const running = managers.map((manager) => manager.run({ signal: stopping.signal }));
  await clock.advance(10_000);
  const cached = (name: string): number[] =>
    managers.map(
      (manager) => manager.describe().caches.find((cache) => cache.name === name)?.objects ?? 0,
    );
  const result = { sites: cached('sites'), configMaps: cached('configMaps'), selectors, lines };
  stopping.abort();
  await clock.advance(1_000);
  await Promise.all(running);
  await fake.close();
  return result;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b);

describe('the caches of a member', () => {
  test('hold its share of the kind of a controller, and all children by default', async () => {
    const { sites, configMaps, selectors, lines } = await runTwo(
      { sharding: { shards: 8 } },
      false,
    );
    assert.equal(sum(sites), 30);
    assert.ok(sites.every((count) => count > 5));
    assert.deepEqual(configMaps, [31, 31]);
    assert.deepEqual([...selectors], []);
    const notes = lines.filter((line) => line.includes('does not select'));
    assert.equal(notes.length, 2, 'one line for each member');
    assert.match(notes[0] ?? '', /API servers select by namespace only/);
  });

  test('hold only the children of its share if they are sharded too', async () => {
    const { configMaps } = await runTwo({ sharding: { shards: 8 } }, true);
    assert.equal(sum(configMaps), 32, 'both hold the object without an owner');
    assert.ok(configMaps.every((count) => count > 5));
  });

  test('are requested by shard if the namespace determines it', async () => {
    const sharding = { shards: 8, by: 'namespace' } as const;
    const { sites, configMaps, selectors, lines } = await runTwo({ sharding }, true);
    assert.equal(sum(sites), 30);
    assert.equal(sum(configMaps), 31);
    assert.deepEqual([...selectors].sort(), [
      '/api/v1/configmaps shardRange(object.metadata.namespace',
      '/apis/web.example.com/v1/sites shardRange(object.metadata.namespace',
    ]);
    // This server ignores the selector.
    assert.match(lines.join('\n'), /enable the feature gate ShardedListAndWatch/);
  });
});
