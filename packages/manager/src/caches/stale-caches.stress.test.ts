import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createDeploymentClient, deploymentResource } from '@vmgen/kubernetes/apps/v1';
import {
  configMapResource,
  createConfigMapClient,
  createSecretClient,
  secretResource,
  type ConfigMap,
} from '@vmgen/kubernetes/core/v1';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import {
  createResourceClient,
  interceptTransport,
  patchStatus,
  waitConditions,
  waitFor,
  type Cached,
} from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { createFakeClock } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import type { Manager } from '../manager.js';
import {
  configMapOf,
  createChannel,
  delayWatches,
  deploymentOf,
  settle,
  siteCrd,
  siteResource,
  startManager,
  until,
} from '../site.test.helper.js';

const ROUNDS = 100;
const SITES = 100;
const MAX_DELAY_MS = 5_000;

/** What an operator did whose watches are late. */
interface Outcome {
  readonly duplicates: number;
  readonly conflicts: number;
  readonly gets: number;
  readonly reconciles: number;
}

/**
 * Runs an operator that creates one child with a random name per site, unless it finds one in its
 * cache, and counts its reconciles in the status.
 */
async function simulate(t: TestContext, readsOwnWrites: boolean): Promise<Outcome> {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const clock = createFakeClock();
  const keys = createChannel<string>();
  let [conflicts, gets, reconciles, names] = [0, 0, 0, 0];
  const own = await startManager(
    t,
    (manager) => {
      const { sites, configMaps } = manager.cache({
        sites: siteResource,
        configMaps: {
          resource: configMapResource,
          indexers: {
            site: ({ metadata }: Cached<ConfigMap>) => [metadata.labels?.['site'] ?? ''],
          },
        },
      });
      manager
        .controller(sites, { workers: 4 })
        .source('keys', keys.read)
        .watches(configMaps, {
          keysOf: ({ metadata }) => [
            { namespace: metadata.namespace, name: metadata.labels?.['site'] ?? '' },
          ],
        })
        .reconcile(async (site, context) => {
          reconciles++;
          // The transport of the manager does not record writes.
          const transport = readsOwnWrites ? context.transport : manager.transport;
          const { name } = site.metadata;
          if (configMaps.byIndex('site', name).length === 0) {
            const metadata = { name: `${name}-${names++}`, labels: { site: name } };
            await createConfigMapClient(transport, 'default').create({ metadata });
          }
          const count = (url: string | undefined): string => String(Number(url ?? 0) + 1);
          const client = createResourceClient(transport, siteResource, { namespace: 'default' });
          await patchStatus(client, site, (copy) => {
            copy.status = { ...copy.status, url: count(copy.status?.url) };
          });
        });
    },
    {
      clock,
      through: (fake) =>
        interceptTransport(
          delayWatches(fake, () => sleep(random() * MAX_DELAY_MS, { clock })),
          [
            async (request, next) => {
              const response = await next(request);
              if (response.status === 409) conflicts++;
              if (request.method === 'GET' && /\/sites\/[^/?]+$/.test(request.path)) gets++;
              return response;
            },
          ],
        ),
    },
  );
  await clock.advance(2 * MAX_DELAY_MS);
  await until(() => own.manager.describe().caches.every(({ hasSynced }) => hasSynced));
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < SITES; n++) {
      const name = `site-${round}-${n}`;
      await own.sites.create({ metadata: { name }, spec: { html: '' } });
      for (let touch = 0; touch < 2; touch++) {
        clock.setTimer(random() * 2 * MAX_DELAY_MS, () => keys.send(`default/${name}`));
      }
    }
    await clock.advance(8 * MAX_DELAY_MS);
  }
  await clock.advance(60_000);
  const { items } = await createConfigMapClient(own.fake, 'default').list();
  const sites = new Set(items.map(({ metadata }) => metadata.labels?.['site']));
  assert.equal(sites.size, ROUNDS * SITES);
  await own.stop();
  return { duplicates: items.length - sites.size, conflicts, gets, reconciles };
}

test(`creates no child twice for ${ROUNDS * SITES} objects with watches that are late`, async (t) => {
  const withOwn = await simulate(t, true);
  t.diagnostic(`with own writes: ${JSON.stringify(withOwn)}`);
  const without = await simulate(t, false);
  t.diagnostic(`without own writes: ${JSON.stringify(without)}`);
  assert.equal(withOwn.duplicates, 0);
  assert.equal(withOwn.conflicts, 0);
  assert.equal(withOwn.gets, 0);
  assert.ok(without.duplicates > 100);
});

const OBJECTS = 1_000;
const AT_REST_MS = 600_000;

function operator(manager: Manager): void {
  const { sites, ...kinds } = manager.cache({
    sites: siteResource,
    deployments: deploymentResource,
    configMaps: configMapResource,
    secrets: secretResource,
  });
  const { deployments, configMaps, secrets } = kinds;
  manager
    .controller(sites, { workers: 8 })
    .owns(deployments, configMaps, secrets)
    .every(60_000)
    .reconcile(async (site, { children, status }) => {
      const { name } = site.metadata;
      await children.apply(
        child(deployments, deploymentOf(site)),
        child(configMaps, configMapOf(site)),
        child(secrets, { metadata: { name }, stringData: { token: name } }),
      );
      await status.set({
        conditions: [{ type: 'Ready', status: 'True', reason: 'Applied', message: '' }],
      });
    });
}

/**
 * Requests other than watches, which informers renew, and their checks of watches without bookmarks:
 * this server sends none to a kind without changes, kube-apiserver one each minute.
 */
function requestsOf(fake: FakeTransport): string[] {
  return fake.actions
    .filter(({ verb, query }) => verb !== 'watch' && query['limit'] !== '1')
    .map(({ verb, resource, name }) => `${verb} ${resource}/${name ?? ''}`);
}

test(`reads and writes nothing at rest with ${OBJECTS} objects, also after a restart`, async (t) => {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const first = await startManager(t, operator, { clock }, fake);
  await settle();
  for (let n = 0; n < OBJECTS; n++) {
    await first.sites.create({ metadata: { name: `site-${n}` }, spec: { html: String(n) } });
  }
  for (let n = 0; n < OBJECTS; n++) {
    await waitFor(first.sites, `site-${n}`, waitConditions.is('Ready'), { timeoutMs: 120_000 });
  }
  await until(() => first.manager.describe().controllers.every(({ queued }) => queued === 0));
  await clock.advance(15_000);
  fake.clearActions();
  await clock.advance(AT_REST_MS);
  assert.deepEqual(requestsOf(fake), []);
  await first.stop();

  const clients = [createDeploymentClient, createConfigMapClient, createSecretClient] as const;
  for (const create of clients) {
    assert.equal((await create(fake, 'default').list()).items.length, OBJECTS);
  }
  fake.clearActions();
  const second = await startManager(t, operator, { clock }, fake);
  await settle();
  await until(() => second.manager.describe().caches.every(({ hasSynced }) => hasSynced));
  await clock.advance(AT_REST_MS);
  assert.deepEqual(requestsOf(fake), []);
  await second.stop();
  await fake.close();
});
