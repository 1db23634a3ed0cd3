import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import {
  configMapResource,
  createConfigMapClient,
  createSecretClient,
  secretResource,
} from '@vmgen/kubernetes/core/v1';
import { createResourceClient, silentLogger } from '@vmgen/runtime';
import type { Cached, Logger } from '@vmgen/runtime';
import type { PartialObjectMetadata } from '@vmgen/runtime/client';
import { createFakeClock } from '@vmgen/runtime/testing';
import type { ReconcileFailure } from '../process/user-functions.js';
import { siteCrd, siteResource } from '../site.test.helper.js';
import { createTestManager } from '../testing/create-test-manager.js';
import { settle } from '../testing/settle.js';
import { MappedChanges } from './mapped-changes.js';

/**
 * A controller of sites. A Secret belongs to the sites that its label names, and the function that
 * maps it needs the ConfigMap `routes`.
 */
async function startRoutes(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const reconciled: string[] = [];
  const failures: ReconcileFailure[] = [];
  const lines: string[] = [];
  const logger: Logger = {
    ...silentLogger,
    with: () => logger,
    error: (message, { error: _error, ...fields } = {}) =>
      void lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const operator = await createTestManager(
    fake,
    (manager) => {
      const { sites, secrets, maps } = manager.cache({
        sites: siteResource,
        secrets: { resource: secretResource, metadataOnly: true },
        maps: configMapResource,
      });
      manager
        .controller(sites)
        .watches(secrets, {
          keysOf: ({ metadata: { namespace, labels } }) => {
            maps.get({ namespace: 'default', name: 'routes' });
            return [{ namespace, name: labels?.['site'] ?? '' }];
          },
        })
        .reconcile(async ({ metadata }) => void reconciled.push(metadata.name));
    },
    { clock, logger, isExpected: (failure) => failures.push(failure) > 0 },
  );
  t.after(async () => {
    await operator.stop();
    await fake.close();
  });
  const sites = createResourceClient(fake, siteResource, { namespace: 'default' });
  for (const name of ['a', 'b']) await sites.create({ metadata: { name }, spec: { html: '' } });
  return {
    operator,
    failures,
    lines,
    reconciled: async () => {
      await operator.idle();
      return reconciled.splice(0).toSorted();
    },
    secrets: createSecretClient(fake, 'default'),
    maps: createConfigMapClient(fake, 'default'),
  };
}

/** A Secret of the site `a` that was mapped, before `keysOf` throws. */
async function startWithMappedSecret(t: TestContext) {
  const routes = await startRoutes(t);
  const { secrets, maps, reconciled } = routes;
  await maps.create({ metadata: { name: 'routes' } });
  await secrets.create({ metadata: { name: 'x', labels: { site: 'a' } } });
  await reconciled();
  await maps.delete('routes');
  return routes;
}

describe('a change for which keysOf throws', () => {
  test('is logged and counted with kind, key and function', async (t) => {
    const { operator, failures, lines, secrets, reconciled } = await startRoutes(t);
    await secrets.create({ metadata: { name: 'x', labels: { site: 'a' } } });
    await reconciled();
    assert.deepEqual(
      failures.map(({ controller, key, error }) => [controller, key, String(error)]),
      [['sites', 'default/x', 'ApiError: configmaps "default/routes" not found']],
    );
    assert.deepEqual(lines, [
      'a function threw; the change is mapped to keys again {"kind":"secrets","function":"keysOf","key":"default/x"}',
    ]);
    const labels = { owner: 'sites', kind: 'secrets', function: 'keysOf' };
    assert.equal(await operator.metric('vmgen_function_errors_total', labels), 1);
  });

  test('reconciles once the function returns', async (t) => {
    const { operator, secrets, maps, reconciled } = await startRoutes(t);
    await reconciled();
    await secrets.create({ metadata: { name: 'x', labels: { site: 'a' } } });
    await operator.advance(1_000);
    assert.deepEqual(await reconciled(), []);
    await maps.create({ metadata: { name: 'routes' } });
    await operator.advance(1_999);
    assert.deepEqual(await reconciled(), []);
    await operator.advance(1);
    assert.deepEqual(await reconciled(), ['a']);
    await operator.advance(3_600_000);
    assert.deepEqual(await reconciled(), []);
  });

  test('reconciles the objects to which the first and the last state belong', async (t) => {
    const { operator, secrets, maps, reconciled } = await startWithMappedSecret(t);
    for (const site of ['c', 'd', 'b']) {
      await secrets.mergePatch('x', { metadata: { labels: { site } } });
      assert.deepEqual(await reconciled(), []);
    }
    await maps.create({ metadata: { name: 'routes' } });
    await operator.advance(1_000);
    assert.deepEqual(await reconciled(), ['a', 'b']);
  });

  test('reconciles after the object was deleted', async (t) => {
    const { operator, secrets, maps, reconciled } = await startWithMappedSecret(t);
    await secrets.delete('x');
    await operator.idle();
    await maps.create({ metadata: { name: 'routes' } });
    await operator.advance(1_000);
    assert.deepEqual(await reconciled(), ['a']);
  });
});

type Metadata = Cached<PartialObjectMetadata>;

const named = (name: string, resourceVersion = '1'): Metadata => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { name, resourceVersion, uid: name, creationTimestamp: '2026-01-01T00:00:00Z' },
});

/** Changes that are mapped by a function that always throws for objects named `bad`. */
function startMapped(t: TestContext, cached: readonly Metadata[] = []) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const added: string[] = [];
  const lines: string[] = [];
  const store = new Map(cached.map((object) => [object.metadata.name, object]));
  const mapped = new MappedChanges<PartialObjectMetadata, 'Cluster'>({
    keysOf: ({ metadata: { name } }) => {
      calls.push(name);
      if (name.startsWith('bad')) throw new Error('no keys');
      return [name];
    },
    store: { find: (key) => store.get(key), has: (key) => store.has(key) },
    clock,
    logger: { ...silentLogger, error: (message) => void lines.push(message) },
    failed: () => {},
    add: (key) => void added.push(key),
  });
  const stopping = new AbortController();
  t.after(() => stopping.abort());
  const advance = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await settle(() => String(calls.length));
  };
  return { mapped, calls, added, lines, advance, stopping };
}

test('an object for which keysOf always throws is mapped again at most every 5 minutes', async (t) => {
  const bad = named('bad');
  const { mapped, calls, advance, stopping } = startMapped(t, [bad]);
  void mapped.run(stopping.signal);
  assert.deepEqual(mapped.keysOf(bad), []);
  assert.deepEqual(mapped.keysOf(named('good')), ['good']);
  calls.length = 0;
  for (let minute = 0; minute < 10; minute++) await advance(60_000);
  assert.ok(calls.length > 0 && calls.length <= 11, `${calls.length} calls in 10 minutes`);
  calls.length = 0;
  for (let minute = 0; minute < 60; minute++) await advance(60_000);
  assert.equal(calls.length, 12);
});

test('changes of a process that does not reconcile yet are mapped again once it does', async (t) => {
  const bad = named('bad');
  const { mapped, calls, advance, stopping } = startMapped(t, [bad]);
  mapped.keysOf(bad);
  calls.length = 0;
  await advance(3_600_000);
  assert.deepEqual(calls, []);
  const running = mapped.run(stopping.signal);
  await advance(1_000);
  assert.deepEqual(calls, ['bad']);
  stopping.abort();
  await running;
  await advance(3_600_000);
  assert.deepEqual(calls, ['bad']);
});

test('of the deleted objects for which keysOf throws, the newest 1,000 are kept', async (t) => {
  const { mapped, calls, lines, advance, stopping } = startMapped(t);
  void mapped.run(stopping.signal);
  for (let n = 0; n < 1_500; n++) mapped.keysOf(named(`bad-${n}`));
  assert.match(lines[0] ?? '', /more than 1000 deleted objects/);
  assert.equal(lines.length, 5);
  calls.length = 0;
  await advance(1_000);
  assert.equal(calls.length, 1_000);
  assert.ok(!calls.includes('bad-499') && calls.includes('bad-500'));
});
