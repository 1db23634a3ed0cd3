import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import {
  createFakeTransport,
  type CustomResourceDefinition,
  type FakeReactor,
  type FakeTransport,
} from '@vmgen/apiserver/fake';
import { silentLogger, type Clock, type KubernetesObject, type Transport } from '@vmgen/runtime';
import { customResourceDefinitionResource } from '@vmgen/runtime/api';
import { ApiError } from '@vmgen/runtime/client';
import { createFullClient } from '@vmgen/runtime/internal';
import { migrateStorage, type StorageMigrationOptions } from './migrate-storage.js';
import type { Manager } from './manager.js';
import { siteCrd, siteResource, startManager, until } from './site.test.helper.js';

const CRD = 'sites.web.example.com';
type Version = readonly [name: string, served: boolean, storage: boolean];
const versions = (...all: Version[]) =>
  siteCrd.spec.versions.flatMap((version) =>
    all.map(([name, served, storage]) => ({ ...version, name, served, storage })),
  );
const crd = (...all: Version[]): CustomResourceDefinition => ({
  ...siteCrd,
  spec: { ...siteCrd.spec, versions: versions(...all) },
});
const definitions = (transport: Transport) =>
  createFullClient(transport, customResourceDefinitionResource);
const sites = (transport: Transport, version = 'v1') =>
  createFullClient(transport, { ...siteResource, version }, 'default');
const asJson = (value: object) => JSON.parse(JSON.stringify(value)) as never;

/** A clock whose timers fire in the next turn of the event loop. */
function instantClock(): Clock {
  let elapsedMs = 0;
  return {
    nowMs: () => elapsedMs,
    date: () => new Date(elapsedMs),
    setTimer(delayMs, callback) {
      const handle = setImmediate(() => {
        elapsedMs += delayMs;
        callback();
      });
      return { cancel: () => clearImmediate(handle) };
    },
  };
}

const setVersions = (fake: FakeTransport, ...all: Version[]) =>
  definitions(fake).mergePatch(CRD, asJson({ spec: { versions: versions(...all) } }));

/** A server whose sites `a` and `b` are stored as v1alpha1, although the storage version is v1. */
async function staleServer(t: TestContext, objects: readonly KubernetesObject[] = []) {
  const fake = createFakeTransport({
    crds: [crd(['v1alpha1', true, true], ['v1', true, false])],
    objects,
  });
  t.after(() => fake.close());
  for (const name of ['a', 'b']) {
    const site = { metadata: { name }, spec: { html: name } };
    await sites(fake, 'v1alpha1').apply(site, { fieldManager: 'old' });
  }
  await setVersions(fake, ['v1alpha1', true, false], ['v1', true, true]);
  fake.clearActions();
  return fake;
}

const migrate = (transport: Transport, options: StorageMigrationOptions = {}) =>
  migrateStorage(transport, siteResource, {
    clock: instantClock(),
    controllerTimeoutMs: 0,
    ...options,
  });

const setStoredVersions = (fake: FakeTransport, all: readonly string[]) =>
  definitions(fake).mergePatchStatus(CRD, asJson({ status: { storedVersions: all } }));

const storedVersions = async (fake: FakeTransport) =>
  (await definitions(fake).get(CRD)).status?.storedVersions;

const patchesOfSites = (fake: FakeTransport) =>
  fake.actions.filter(({ verb, resource }) => verb === 'patch' && resource === 'sites').length;

const resourceVersions = async (fake: FakeTransport) =>
  (await sites(fake).list()).items.map(({ metadata }) => metadata.resourceVersion);

const migrationsIn = async (fake: FakeTransport) => {
  const path = '/apis/storagemigration.k8s.io/v1/storageversionmigrations';
  const response = await fake.server.handle({ method: 'GET', path, headers: {} });
  return (JSON.parse(await response.text()) as { items: unknown[] }).items;
};

/** Calls a reactor once. */
const once = (react: () => unknown): FakeReactor => {
  let isDone = false;
  return async () => {
    if (isDone) return undefined;
    isDone = true;
    await react();
    return undefined;
  };
};

describe('migrateStorage', () => {
  test('writes all objects in the storage version, and removes the others from the status', async (t) => {
    const fake = await staleServer(t);
    const before = await sites(fake).list();
    assert.deepEqual(await storedVersions(fake), ['v1alpha1', 'v1']);
    assert.deepEqual(await migrate(fake), ['v1alpha1']);
    assert.deepEqual(await storedVersions(fake), ['v1']);
    const after = await sites(fake).list();
    assert.deepEqual(
      after.items.map(({ metadata, spec }) => [metadata.name, metadata.generation, spec]),
      before.items.map(({ metadata, spec }) => [metadata.name, metadata.generation, spec]),
    );
    // Objects in the storage version are not written again.
    const written = await resourceVersions(fake);
    assert.notDeepEqual(
      written,
      before.items.map(({ metadata }) => metadata.resourceVersion),
    );
    await setStoredVersions(fake, ['v1alpha1', 'v1']);
    await migrate(fake);
    assert.deepEqual(await resourceVersions(fake), written);
  });

  test('does nothing if there is nothing to migrate', async (t) => {
    const fake = createFakeTransport({ crds: [siteCrd] });
    t.after(() => fake.close());
    assert.deepEqual(await migrate(fake), []);
    assert.deepEqual(
      fake.actions.map(({ verb, resource }) => `${verb} ${resource}`),
      ['get customresourcedefinitions'],
    );
  });

  test('needs no other permissions than the documented ones', async (t) => {
    const fake = await staleServer(t);
    const rules = [
      {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        resourceNames: [CRD],
        verbs: ['get'],
      },
      {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions/status'],
        resourceNames: [CRD],
        verbs: ['patch'],
      },
      { apiGroups: ['web.example.com'], resources: ['sites'], verbs: ['list', 'patch'] },
    ];
    const own = fake.withRole([{ metadata: { name: 'operator' }, rules }]);
    // Without a permission for StorageVersionMigrations, it writes the objects itself.
    assert.deepEqual(await migrate(own, { controllerTimeoutMs: 60_000 }), ['v1alpha1']);
    assert.deepEqual(own.unusedRules(), []);
    assert.deepEqual(await storedVersions(fake), ['v1']);
  });

  test('leaves the work to a StorageVersionMigration if its controller runs', async (t) => {
    const fake = await staleServer(t);
    const filter = { verb: 'get', resource: 'storageversionmigrations' } as const;
    fake.prependReactor(
      filter,
      once(() => setStoredVersions(fake, ['v1'])),
    );
    const migrations = {
      apiGroups: ['storagemigration.k8s.io'],
      resources: ['storageversionmigrations'],
      verbs: ['create', 'get', 'delete'],
    };
    const own = fake.withRole([
      {
        metadata: { name: 'operator' },
        rules: [
          migrations,
          {
            apiGroups: ['apiextensions.k8s.io'],
            resources: ['customresourcedefinitions'],
            verbs: ['get'],
          },
        ],
      },
    ]);
    assert.deepEqual(await migrate(own, { controllerTimeoutMs: 60_000 }), ['v1alpha1']);
    assert.deepEqual(own.unusedRules(), []);
    assert.equal(patchesOfSites(fake), 0);
    const created = fake.actions.find(
      ({ verb, resource }) => verb === 'create' && resource.startsWith('storage'),
    );
    assert.deepEqual((created?.body as { spec?: unknown }).spec, {
      resource: { group: 'web.example.com', resource: 'sites' },
    });
    assert.deepEqual(await migrationsIn(fake), []);
  });

  test('writes the objects itself if no controller starts the StorageVersionMigration', async (t) => {
    const fake = await staleServer(t);
    const lines: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void lines.push(message) };
    const clock = instantClock();
    await migrate(fake, { clock, logger, controllerTimeoutMs: 60_000 });
    assert.deepEqual(await storedVersions(fake), ['v1']);
    assert.ok(clock.nowMs() >= 60_000 && clock.nowMs() < 80_000, `${clock.nowMs()}`);
    assert.deepEqual(lines, [
      'the StorageVersionMigration did not succeed: kube-controller-manager may not run its controller; writing all objects',
    ]);
    assert.equal(patchesOfSites(fake), 2);
    assert.deepEqual(await migrationsIn(fake), []);
  });

  test('writes the objects itself if a StorageVersionMigration makes no progress for an hour', async (t) => {
    const fake = await staleServer(t);
    const clock = instantClock();
    const filter = { verb: 'get', resource: 'storageversionmigrations' } as const;
    fake.prependReactor(filter, ({ name = '' }) => {
      // The controller writes its progress once.
      const resourceVersion = clock.nowMs() < 1_800_000 ? '1' : '2';
      // A limit of the test.
      const type = clock.nowMs() < 7_200_000 ? 'Running' : 'Failed';
      const status = { conditions: [{ type, status: 'True' }] };
      return { metadata: { name, uid: '1', resourceVersion }, spec: {}, status };
    });
    await migrate(fake, { clock, controllerTimeoutMs: 60_000 });
    assert.deepEqual(await storedVersions(fake), ['v1']);
    const minutes = Math.floor(clock.nowMs() / 60_000);
    assert.ok(minutes >= 90 && minutes < 92, `${minutes}`);
  });

  test('ignores objects that are deleted or changed meanwhile', async (t) => {
    const fake = await staleServer(t);
    const filter = { verb: 'patch', resource: 'sites' } as const;
    fake.prependReactor(
      filter,
      once(() => sites(fake.server.transport).delete('a')),
    );
    await migrate(fake);
    assert.deepEqual(await storedVersions(fake), ['v1']);
    assert.equal((await sites(fake).list()).items.length, 1);
  });

  test('starts again if the definition changes meanwhile', async (t) => {
    const fake = await staleServer(t);
    const filter = { verb: 'patch', resource: 'sites' } as const;
    fake.prependReactor(
      filter,
      once(() => setVersions(fake, ['v1alpha1', true, true], ['v1', true, false])),
    );
    assert.deepEqual(await migrate(fake), ['v1']);
    assert.deepEqual(await storedVersions(fake), ['v1alpha1']);
  });

  test('reports objects that cannot be written, and leaves the status', async (t) => {
    const fake = await staleServer(t);
    fake.prependReactor({ verb: 'patch', resource: 'sites' }, ({ name }) => {
      if (name === 'a') throw new ApiError({ code: 403, reason: 'Forbidden', message: 'denied' });
      return undefined;
    });
    await assert.rejects(migrate(fake), {
      code: 'ERR_VMGEN_STATE',
      message: `the CustomResourceDefinition ${CRD} has objects that cannot be written: default/a: denied`,
    });
    assert.deepEqual(await storedVersions(fake), ['v1alpha1', 'v1']);
  });

  test('continues a list whose token has expired, at the given rate', async (t) => {
    const others = Array.from({ length: 501 }, (_, index) => ({
      apiVersion: 'web.example.com/v1alpha1',
      kind: 'Site',
      metadata: { name: `site-${index}`, namespace: 'default' },
      spec: { html: '' },
    }));
    const fake = await staleServer(t, others);
    let expired = 0;
    fake.prependReactor({ verb: 'list', resource: 'sites' }, ({ query }) => {
      const { continue: token } = query;
      if (token === undefined || expired++ > 0) return undefined;
      const metadata = { continue: token };
      throw new ApiError({ code: 410, reason: 'Expired', message: 'expired', metadata });
    });
    const clock = instantClock();
    await migrate(fake, { clock, perSecond: 100 });
    assert.equal(expired, 2);
    assert.equal(patchesOfSites(fake), 503);
    // 503 objects at 100 per second, and the wait before.
    assert.ok(clock.nowMs() >= 15_000 && clock.nowMs() < 15_100, `${clock.nowMs()}`);
  });

  test('rejects if the token of an expired list expires at once', async (t) => {
    const fake = await staleServer(t);
    let lists = 0;
    fake.prependReactor({ verb: 'list', resource: 'sites' }, () => {
      if (++lists > 2) throw new Error('lists without an end');
      const metadata = { continue: 'token' };
      throw new ApiError({ code: 410, reason: 'Expired', message: 'expired', metadata });
    });
    await assert.rejects(migrate(fake), { message: 'expired' });
  });

  test('removes managedFields of versions that are not served, which would prevent an apply', async (t) => {
    const fake = await staleServer(t);
    await sites(fake).mergePatch('b', asJson({ spec: { replicas: 1 } }));
    await migrate(fake);
    const versionsOf = async (name: string) =>
      (await sites(fake).get(name)).metadata.managedFields?.map(({ apiVersion }) => apiVersion);
    assert.deepEqual(await versionsOf('a'), ['web.example.com/v1alpha1']);

    await setVersions(fake, ['v1alpha1', false, false], ['v1', true, true]);
    fake.clearActions();
    assert.deepEqual(await migrate(fake), []);
    assert.deepEqual(await versionsOf('a'), undefined);
    assert.deepEqual(await versionsOf('b'), ['web.example.com/v1']);
    assert.equal(patchesOfSites(fake), 2);

    await setVersions(fake, ['v1', true, true]);
    const site = { metadata: { name: 'a' }, spec: { html: 'c' } };
    const applied = await sites(fake).apply(site, { fieldManager: 'old', force: true });
    assert.equal(applied.spec.html, 'c');
  });

  test('repairs objects after the version was removed, with force', async (t) => {
    const fake = await staleServer(t);
    await migrate(fake);
    await setVersions(fake, ['v1', true, true]);
    const apply = () =>
      sites(fake).apply({ metadata: { name: 'a' }, spec: { html: 'c' } }, { fieldManager: 'x' });
    await assert.rejects(apply, /request to convert CR to an invalid group\/version/);
    await migrate(fake);
    await assert.rejects(apply);
    await migrate(fake, { force: true });
    await sites(fake).apply(
      { metadata: { name: 'a' }, spec: { html: 'c' } },
      { fieldManager: 'x', force: true },
    );
  });

  test('pauses longer after each conflict, and fails after some', async (t) => {
    for (const resource of ['sites', 'customresourcedefinitions/status']) {
      const fake = await staleServer(t);
      const attempts: number[] = [];
      const clock = instantClock();
      fake.prependReactor({ verb: 'patch', resource }, ({ name }) => {
        if (name === 'b') return undefined;
        attempts.push(clock.nowMs());
        throw new ApiError({ code: 409, reason: 'Conflict', message: 'somebody was faster' });
      });
      const error = await migrate(fake, { clock, perSecond: 1_000 }).catch((each: unknown) => each);
      assert.match(String(error), /somebody was faster/);
      const pauses = attempts.slice(1, 9).map((at, index) => at - (attempts[index] ?? 0));
      assert.equal(pauses.length, 8);
      for (const [index, pause] of pauses.entries()) {
        assert.ok(pause >= 100 * 2 ** index, `${resource}: ${pauses.join()}`);
      }
      assert.ok(attempts.length <= 9 * 5, `${attempts.length}`);
    }
  });

  test('ends when the signal aborts, and continues in the next call', async (t) => {
    const fake = await staleServer(t);
    const stopping = new AbortController();
    const { signal } = stopping;
    fake.prependReactor(
      { verb: 'patch', resource: 'sites' },
      once(() => stopping.abort(new Error('stopped'))),
    );
    await assert.rejects(migrate(fake, { signal }), /stopped/);
    assert.deepEqual(await storedVersions(fake), ['v1alpha1', 'v1']);
    assert.deepEqual(await migrate(fake), ['v1alpha1']);
  });

  test('is a task of a manager, whose leader runs it', async (t) => {
    const fake = await staleServer(t);
    const removed: (readonly string[])[] = [];
    const setUp = (manager: Manager): void =>
      manager.task('storage-migration', async ({ transport, ...task }) => {
        removed.push(await migrate(transport, task));
      });
    await startManager(t, setUp, {}, fake);
    await until(() => removed.length > 0);
    assert.deepEqual(removed, [['v1alpha1']]);
  });
});
